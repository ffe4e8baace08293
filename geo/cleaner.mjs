// Removes the folder that an import was writing when its process ends, however it ends: an import is busy for seconds at a time
// and receives no signals, so its own handler would only make Ctrl-C slow.
import { removeRegion } from './leftovers.mjs'

const [, , folder = ''] = process.argv
// stdin closes when the importer ends; a finished folder has another name by then.
process.stdin.resume().on('close', () => removeRegion(folder))
