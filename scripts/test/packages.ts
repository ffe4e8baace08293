// Prints the apt packages that the full run needs and that this machine does not have, for installing them by other means.
import { missingPackages } from './machine.ts'

process.stdout.write(`${missingPackages().join(' ')}\n`)
