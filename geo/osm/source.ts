import { ImportError, readBlocks } from './blocks.ts'
import { type Header, KINDS, type Kind, readHeader, readPrimitives, type Visitor } from './primitives.ts'

/** Called with the finished share of all passes over the file: 0 to 1. */
export type ReadProgress = (share: number) => void

/** An OSM PBF file that is read once or several times. */
export class Source {
  header: Header = { bbox: null, date: null }
  readonly #path: string
  readonly #scans: number
  readonly #progress: ReadProgress
  /**
   * The kinds of elements in each block, by the block's position: later passes skip blocks without the kinds that they need.
   */
  readonly #kinds = new Map<number, ReadonlySet<Kind>>()
  #done = 0

  /** Creates a source. @param scans how often the file will be read, for the progress */
  constructor(path: string, scans: number, progress: ReadProgress = () => {}) {
    this.#path = path
    this.#scans = scans
    this.#progress = progress
  }

  /** Reads the file once. Calls the visitor's methods with the elements of their kind. @throws {ImportError} */
  async scan(visitor: Visitor): Promise<void> {
    for await (const { type, position, share, read } of readBlocks(this.#path)) {
      this.#progress((this.#done + share) / this.#scans)
      if (type !== 'OSMHeader' && type !== 'OSMData') continue
      const kinds = this.#kinds.get(position)
      if (kinds && !KINDS.some((kind) => kinds.has(kind) && visitor[kind])) continue
      const data = await read()
      try {
        if (type === 'OSMHeader') this.header = readHeader(data)
        this.#kinds.set(position, type === 'OSMHeader' ? new Set() : readPrimitives(data, visitor))
      } catch (error) {
        if (error instanceof ImportError) throw error
        throw new ImportError(`${this.#path} holds a damaged block: download it again`)
      }
    }
    this.#done++
  }
}
