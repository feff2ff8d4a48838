# Checks Verilog with slang, all warnings on: slang.py OPTION|FILE...
import sys

import pyslang.driver as slang

driver = slang.Driver()
driver.addStandardArgs()
if not driver.parseCommandLine(" ".join(["slang", "-Weverything", *sys.argv[1:]]), slang.CommandLineOptions()):
    sys.exit(2)
sys.exit(0 if driver.processOptions() and driver.parseAllSources() and driver.runFullCompilation(False) else 1)
