// SPDX-License-Identifier: Apache-2.0
// frame_fcs: frame check sequence of Ethernet for a frame of 64 bytes
`default_nettype none

module frame_fcs (
    input  wire [479:0] data,  // bytes 0 to 59, byte 0 highest
    output wire [31:0]  fcs    // bytes 60 to 63, byte 60 highest; combinational
);

    assign fcs[0] = ^(data
                    & 480'h94411aba83784ba243fa064bb319b3f5306d9f2a433eddc0f3313a565d6ea4855b062bc597d39939c95d2f552a09ef6105813d0de83a77a5cc87a1b5);
    assign fcs[1] = ^(data
                    & 480'h331679a41629962112ef9ae12ea60365d9373096a9f14cd6c0b9ec05a8fd007fb6d9b54478a1c3b5a6b1ddbd7bcc98280df8f9eb8a3bf502460e926f);
    assign fcs[2] = !(^(data
                      & 480'h662cf2482d522c4324de35c35d4c07cab26f602c53e399ac8173d90b50fb01fe6cb36b89f042876b4d63bb7bf79831511af0f3d71577ea058c1c24df));
    assign fcs[3] = ^(data
                    & 480'hd7cda9414b7c58e3dda7fcf1f30d6b1add32ce9b894bc50e243d2abeb2d74b88d8b334dcb683fe11aeccf5e0c1ef2549331a655e71a0cf43c73899ba);
    assign fcs[4] = ^(data
                    & 480'hb40e1e538720b0a32e546e94af8eb3ba028892f43c1a7c4a6fa0ccd5778edf64b0b28a763a010de5689368d6ac010d7961ce484db80e84cf5170e371);
    assign fcs[5] = ^(data
                    & 480'h681d3ca60e4160475da8dc285f1d6775051025e97934f894de4099abef1cbfc9606515ed74021acad126d1ac59031af2c29c919a701d089fa3e0c6e3);
    assign fcs[6] = ^(data
                    & 480'hcbaf359c0c5ac0eb2f4b2e26f6afab64b2cd4411dce5067e9a5baafecd1836e7c01fc914be02c4529747214e9cd8720f82c3a1c4bb740b7698c05cc3);
    assign fcs[7] = ^(data
                    & 480'h8dca26e8086c80b2ca8dcb3ba4ca3247dc7687e19746fbab136dcc54891024ba80ea71e72b0378631a85c18b176fa3f5037dc1782da70da4ef806882);
    assign fcs[8] = ^(data
                    & 480'h79d4ad4681432b7eea04271e2735d7268033cd513c2d0806f08a8cbad20fc6437f64a95d9b29bcc48d88d830bce9c95ce38caea1da6f0c6092acc91d);
    assign fcs[9] = !(^(data
                      & 480'hf3a85b8d028756fcd4094e3c4e6aae4d00679aa3785a100ce0151975a51f8c87fec852bb365378891b11b16178d393b9c6195d43b5df18c02459933b));
    assign fcs[10] = ^(data
                     & 480'he651b71a050eadf8a9139c789cd45c9b00ce3447f1b42018c02b32ea4a3f180ffd91a5766da6f012372262c3f0a627738d33ba866abf318049b22677);
    assign fcs[11] = ^(data
                     & 480'hcca36e350a1c5af1532738f138a9b936019c698ee2694130805764d4957e301efa234bedda4ce1256e44c486e14d4fe61a67740dd57e630093644dee);
    assign fcs[12] = !(^(data
                       & 480'h83d290ba05e0b4873255e79539c716e3bad5dddfea5e74372775500139dc2848f5927514e29f328de8820b1aec45d82732346aebf0b3dd48f9c84bd8));
    assign fcs[13] = ^(data
                     & 480'h1c306ca51a18696af0b1595c3b1b4848cd46b57cfa301e39693038ab609919e4ebf008e6933995dce50f9423f755f6a463925627bb29a0d92d9046b4);
    assign fcs[14] = ^(data
                     & 480'h23f5959a24e8d2b1757824cf3ea3f51e2260643adbecca25f5bae8ffd3137bbcd634f2027075da7fff15ab50c175aaa2c0de2fbf2c1d5bfb84215c6c);
    assign fcs[15] = ^(data
                     & 480'h47ea2b3549d0a563ebf0489e7d46eb3d44c0c874b6d9954bea75d1ffa727f678ad69e405e0eab4fffe2b56a182eb544581bd5f7e593ab6f60943b8d8);
    assign fcs[16] = !(^(data
                       & 480'h8a4fa30c9771db9430fb4749561d035c6c0ed6027c1b57a9ca4fb93ee396019971555ad8914ec6eb151c06ddab57c5ebf4eff1449a63233b35d845c2));
    assign fcs[17] = ^(data
                     & 480'hf0a0bc93f3bb64cf4ed18e5e4af633660f1a2c6d7bb5805b245ead4d40c4b46e27f577e749b7c111f328fad7871cc3cee2561786e895d3eb5b15a80);
    assign fcs[18] = ^(data
                     & 480'h5815b426eae6cfc7dc0a6bd81caa2e2780f4b4e80fa475d43514c00bb38def8c52a4d32bf3009e40a6e9d4cde3cde92dbb14001865ca034b5626404);
    assign fcs[19] = !(^(data
                       & 480'hb02b784dc5cd9f8fb804d7b039545c5f11e969c00f58fba86a298007671bcf18b559a647e6112c815dc3a99bc79bc25b76381020cb940696ac5c808));
    assign fcs[20] = ^(data
                     & 480'h16046e09b9b9b2f1f7019bf6062a8b8ae33d2c3901ea1f750d453101ece278e317ab34c9fcc224902bb8753279f3784b6ec70205187281d2d48a9111);
    assign fcs[21] = ^(data
                     & 480'h2c08dc12727365e3ef0336ed0d541615c77b587202d43fea1a8a6202d8c5f1c62f566992f98549205770eb64f2e6f196dc8e050a30e402a5a9152323);
    assign fcs[22] = ^(data
                     & 480'h5810b825e4e6cac6df076cda1ba82c2a8ef7b0e404a87fd43514c504b08be38d5facd224f30b9340aee0d6c9e4cde32db91d0b1460c8054a532b4646);
    assign fcs[23] = !(^(data
                       & 480'hb120704bc8cd958dbf0fd8b4375059541cef61c90950ffa86b288a096017c71bbf58a549e61726815cc1ad93c99bc75b723b1628c0900b94a6568c8c));
    assign fcs[24] = ^(data
                     & 480'h1b954dd011d80065951b97774895658eb8ed0ec32f8df65727da98a91221487401d5e3ce5706f0c6340a83172fde46eb07fa82f15a4e1b48df01d104);
    assign fcs[25] = ^(data
                     & 480'h372a9ba023b001ca2a372eef902acb1c71db1d865f1aedaf4eb43153254290e802aac79daf0ce08d6914062f5ebc8dd60ff405e3b59c3690be03a209);
    assign fcs[26] = ^(data
                     & 480'h6f54364147600394556e5cde21559639e2b63b0cbf34da5f9d6863a64a8420d105548f3b5f19c01bd3280c5ebc781bad1fe80bc66b396d207d074413);
    assign fcs[27] = !(^(data
                       & 480'hdfa86c828ec00628abdcb8bc43aa2c73c46d77187e69b4bf3ad1c64c950841a20ba81e77be328037a65118bc78f1365a3fd0178cd772da40fa0e8826));
    assign fcs[28] = ^(data
                     & 480'hbe51d9041d810d5056b97179875459e688dbee30fcd2687f75a28d992a11824417503dee7c65006f4ca33078f1e26db47ea02f18afe5b481f41d104d);
    assign fcs[29] = ^(data
                     & 480'h7ca3b2093a021ba0ac72e3f20ea9b2cc11b7dd61f8a5d1feea441b33552204892ea07adcf9ca00de984661f0e2c5db68fd405f305ecb6903e93b209a);
    assign fcs[30] = ^(data
                     & 480'he2d328c365dc3625ccfe519255c700179b83b500dfc655aaf253aecfb86540665c951676a493f17a058741f7ea55f13afd7b3c91e6d8c84e0d769130);
    assign fcs[31] = ^(data
                     & 480'hc5a75186cbb86d4a98fda324ab8e012e36076b01be8dab54e5a75c9f71cb80ccb82a2dec4827e3f50a0e83eed5abe275faf77822cdb1919d1aec2261);

endmodule

`default_nettype wire
