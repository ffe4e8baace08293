// A separate process that removes an unfinished region folder when the import's process ends, even if it was killed. The import
// cannot do so itself: it computes for seconds at a time without handling signals, so a handler would make Ctrl-C slow.
import { removeLock, removeRegion } from './leftovers.mjs'

const [, , folder = ''] = process.argv
// stdin closes when the importer ends. A finished folder has been renamed by then, so it is not removed.
process.stdin.resume().on('close', () => {
  removeRegion(folder)
  removeLock(folder)
})
