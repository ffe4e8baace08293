import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { REGION_FILES } from './fingerprint.mjs'
import { ImportError } from './osm/blocks.ts'

/**
 * A region folder that is being written: beside the one that it will replace as a whole, so that a failure leaves that
 * one as it was. What a process left that was killed is removed by the next.
 */
export class RegionFolder {
  readonly #out: string
  readonly #fresh: string
  readonly #old: string

  /** @throws {ImportError} when the folder cannot be written, or holds files of somebody else */
  constructor(out: string) {
    const target = resolve(out)
    this.#out = out
    this.#fresh = join(dirname(target), `.${basename(target)}.${process.pid}.new`)
    this.#old = join(dirname(target), `.${basename(target)}.${process.pid}.old`)
    refuseForeign(out)
    this.#writing(() => {
      makeFolder(dirname(target))
      removeLeftovers(target)
      mkdirSync(this.#fresh)
    })
  }

  /** Path of a file until `commit`. */
  path(file: string): string {
    return join(this.#fresh, file)
  }

  /** Writes a file from parts. @throws {ImportError} when the disk does not take it */
  write(file: string, parts: Iterable<Uint8Array | string>): void {
    this.run(() => {
      writeFileSync(this.path(file), '')
      for (const part of parts) writeFileSync(this.path(file), part, { flag: 'a' })
    })
  }

  /** Runs something that writes files into the folder. @throws {ImportError} when the disk does not take them */
  run(write: () => void): void {
    this.#writing(write)
  }

  /** Puts the folder where it belongs; answers the size of each of its files. */
  commit(): Record<string, number> {
    const target = resolve(this.#out)
    const sizes = Object.fromEntries(REGION_FILES.map((file) => [file, statSync(this.path(file)).size]))
    this.#writing(() => {
      if (existsSync(target)) renameSync(target, this.#old)
      try {
        renameSync(this.#fresh, target)
      } catch (error) {
        if (existsSync(this.#old)) renameSync(this.#old, target)
        throw error
      }
      rmSync(this.#old, { recursive: true, force: true })
    })
    this.discard()
    return sizes
  }

  /** Leaves no trace of what was written and not committed. */
  discard(): void {
    rmSync(this.#fresh, { recursive: true, force: true })
  }

  #writing(write: () => void): void {
    try {
      write()
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (!code) throw error
      const reasons: Record<string, string> = {
        ENOSPC: 'no space is left on the disk',
        EACCES: 'its rights forbid it',
        EROFS: 'the disk is read-only',
        ENOTDIR: 'a part of the path is a file'
      }
      throw new ImportError(`cannot write ${this.#out}: ${reasons[code] ?? message}`)
    }
  }
}

/** One folder after the other: `recursive` goes round for ever where the system will not have any, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

function removeLeftovers(target: string): void {
  for (const file of readdirSync(dirname(target))) {
    const [, name, pid] = /^\.(.+)\.(\d+)\.(?:new|old)$/.exec(file) ?? []
    if (name === basename(target) && !isRunning(Number(pid))) rmSync(join(dirname(target), file), { recursive: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The folder will be replaced: it must be ours, or empty. */
function refuseForeign(out: string): void {
  if (!existsSync(out)) return
  if (!statSync(out).isDirectory()) throw new ImportError(`${out} is a file: choose a folder with --out`)
  const foreign = readdirSync(out).find((file) => !REGION_FILES.includes(file))
  if (foreign) throw new ImportError(`${out} holds other files (${foreign}): choose a folder of its own with --out`)
}
