// Prints the apt packages that the full run needs and this machine lacks, for installing them by other means.
import { missingPackages } from './machine.ts'

process.stdout.write(`${missingPackages().join(' ')}\n`)
