// Removes the folder that an import was writing when its process ends, however it ends: an import is busy for seconds
// at a time and hears no signal, so that a handler of its own would only make Ctrl-C slow.
import { removeRegion } from './leftovers.mjs'

const [, , folder = ''] = process.argv
// The other end of this pipe is the import's; what was committed has another name by then.
process.stdin.resume().on('close', () => removeRegion(folder))
