# The program of every CPU. It sends ROUNDS packets to each other node, takes those of the other nodes, and
# compares every word with what its source must have made. program.go gives ROUNDS, PACKETS and the registers
# of the adapter.

# Word k of packet number q from node s to node d, k = 0..13, is (s << 24 | d << 16 | q) + k * STEP.
.equ STEP, 0x9e3779b9
.equ RAM, 0x10000               # a byte for each node: packets that came from it
.equ ADAPTER, 0x20000

        li   s0, ADAPTER
        li   s1, RAM
        lw   s2, NODE(s0)       # number of this node
        li   s3, STEP
        li   s4, 1              # the next packet goes to node s2 + s4
        li   s5, 0              # its number
        li   s6, 0              # packets that were right
        li   s7, 0              # packets that were not
        li   s8, PACKETS        # to be sent
        li   s9, PACKETS        # to be received
        sw   zero, 0(s1)
        sw   zero, 4(s1)
        sw   zero, 8(s1)
        sw   zero, 12(s1)

main:
        lw   t0, STATUS(s0)
        andi t1, t0, RECEIVED
        bne  t1, zero, receive
        andi t1, t0, ROOM
        beq  t1, zero, main
        bne  s8, zero, send
        bne  s9, zero, main
        slli t0, s7, 16         # all is done
        or   t0, t0, s6
        sw   t0, RESULT(s0)
end:
        jal  zero, end

send:
        add  a0, s2, s4         # destination
        andi a0, a0, 15
        slli t0, s2, 24         # the first word
        slli t1, a0, 16
        or   t0, t0, t1
        or   t0, t0, s5
        addi t2, s0, PAYLOAD
        addi t3, t2, 56
fill:
        sw   t0, 0(t2)
        add  t0, t0, s3
        sw   t0, 4(t2)
        add  t0, t0, s3
        addi t2, t2, 8
        bne  t2, t3, fill
        slli t0, s5, 8          # {number, destination}
        or   t0, t0, a0
        sw   t0, SEND(s0)
        addi s8, s8, -1
        addi s4, s4, 1
        andi s4, s4, 15
        bne  s4, zero, main
        addi s4, zero, 1        # the next round
        addi s5, s5, 1
        jal  zero, main

receive:
        lw   t0, RECEIVE(s0)    # {.., source, number, tag}
        lw   zero, RECEIVE(s0)  # turns
        slli a0, t0, 4
        srli a0, a0, 24         # source
        slli a1, t0, 12
        srli a1, a1, 20         # number
        add  a2, s1, a0
        lbu  a3, 0(a2)          # the number that it must have
        addi t0, a3, 1
        sb   t0, 0(a2)
        xor  a4, a1, a3         # 0 as long as all is right
        slli t0, a0, 24         # the first word
        slli t1, s2, 16
        or   t0, t0, t1
        or   t0, t0, a3
        addi t3, zero, 7
check:
        lw   t1, RECEIVE(s0)
        xor  t1, t1, t0
        or   a4, a4, t1
        add  t0, t0, s3
        lw   t1, RECEIVE(s0)
        xor  t1, t1, t0
        or   a4, a4, t1
        add  t0, t0, s3
        addi t3, t3, -1
        bne  t3, zero, check
        addi s9, s9, -1
        bne  a4, zero, wrong
        addi s6, s6, 1
        jal  zero, main
wrong:
        addi s7, s7, 1
        jal  zero, main
