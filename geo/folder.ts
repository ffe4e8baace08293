import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringBack, foreignIn, isRunning, REGION_FILES, removeLeftovers, removeRegion } from './leftovers.mjs'
import { ImportError } from './osm/blocks.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const REASONS: Record<string, string> = {
  ENOSPC: 'no space is left on the disk',
  EACCES: 'its rights forbid it',
  EPERM: 'its rights forbid it',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is a file',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead round in a circle',
  ENOENT: 'no folder can be made there'
}

/** The locks that imports of this process hold. */
const held = new Set<string>()

/**
 * A region folder that is being written, beside the old folder. `commit` replaces the old folder as a whole, so a failed import
 * keeps the old region. If an import is killed, the next import removes its unfinished folder.
 */
export class RegionFolder {
  readonly #out: string
  readonly #target: string
  readonly #fresh: string
  readonly #old: string
  readonly #lock: string

  /** Creates the folder. @throws {ImportError} if `out` cannot be written, or holds files that are not from the importer */
  constructor(out: string) {
    this.#out = out
    this.#target = this.#writing(() => targetOf(out))
    const beside = join(dirname(this.#target), `.${basename(this.#target)}.${process.pid}`)
    this.#fresh = `${beside}.new`
    this.#old = `${beside}.old`
    this.#lock = join(dirname(this.#target), `.${basename(this.#target)}.lock`)
    this.#writing(() => {
      bringBack(this.#target)
      refuseUnfit(out, this.#target)
      makeFolder(dirname(this.#target))
      this.#takeLock()
      removeLeftovers(this.#target)
      mkdirSync(this.#fresh)
    })
  }

  /** Makes this the only import that writes the folder. The lock of a process that has ended does not count. */
  #takeLock(): void {
    for (;;) {
      try {
        writeFileSync(this.#lock, String(process.pid), { flag: 'wx' })
        held.add(this.#lock)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = Number(readFileSync(this.#lock, 'utf8').trim())
      if (held.has(this.#lock) || (holder > 0 && isRunning(holder))) {
        throw new ImportError(`another import (process ${holder}) is writing ${this.#out}: wait until it has ended`)
      }
      rmSync(this.#lock, { force: true })
    }
  }

  /** Returns the path at which to write a file. `commit` moves the file to its final place. */
  path(file: string): string {
    return join(this.#fresh, file)
  }

  /** Writes a file from parts. @throws {ImportError} if writing fails */
  write(file: string, parts: Iterable<Uint8Array | string>): void {
    this.run(() => {
      writeFileSync(this.path(file), '')
      for (const part of parts) writeFileSync(this.path(file), part, { flag: 'a' })
    })
  }

  /** Calls a function that writes files into the folder. @throws {ImportError} if writing fails */
  run(write: () => void): void {
    this.#writing(write)
  }

  /**
   * Replaces the old folder by the new one. Returns the sizes in bytes of the region's files (`REGION_FILES`). Succeeds even if
   * the old folder cannot be removed, because the new region is complete.
   *
   * @throws {ImportError} if writing fails, or the old folder now contains files that are not from the importer
   */
  commit(): Record<string, number> {
    const sizes = Object.fromEntries(REGION_FILES.map((file) => [file, statSync(this.path(file)).size]))
    this.#writing(() => {
      refuseUnfit(this.#out, this.#target)
      if (existsSync(this.#target)) renameSync(this.#target, this.#old)
      try {
        // The old folder now has another name, so other programs no longer add files to it. Check its contents once more.
        if (existsSync(this.#old)) refuseForeign(this.#out, this.#old)
        renameSync(this.#fresh, this.#target)
      } catch (error) {
        if (existsSync(this.#old)) renameSync(this.#old, this.#target)
        throw error
      }
    })
    if (existsSync(this.#old)) removeRegion(this.#old)
    this.#release()
    return sizes
  }

  /** Removes everything that was written, unless `commit` has succeeded. */
  discard(): void {
    if (!existsSync(this.#fresh)) return
    removeRegion(this.#fresh)
    this.#release()
  }

  #release(): void {
    held.delete(this.#lock)
    rmSync(this.#lock, { force: true })
  }

  #writing<T>(write: () => T): T {
    try {
      return write()
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (!code) throw error
      throw new ImportError(`cannot write ${this.#out}: ${REASONS[code] ?? message}`)
    }
  }
}

/** Returns the absolute path of `out`, with links resolved. */
function targetOf(out: string): string {
  if (out.trim() === '') throw new ImportError('--out is empty: name a folder')
  const target = resolve(out)
  if (existsSync(target)) return realpathSync(target)
  if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new ImportError(`${out} is a link that leads nowhere: choose a folder with --out`)
  }
  return target
}

/** Creates a folder and its parents one by one, because `mkdirSync` with `recursive` never returns in places such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Checks, before the import and at its end, whether the folder can be replaced. @throws {ImportError} if it cannot */
function refuseUnfit(out: string, target: string): void {
  for (const place of [process.cwd(), ROOT].map((path) => realpathSync(path))) {
    const way = relative(target, place)
    if (way.split(/[/\\]/)[0] !== '..') {
      throw new ImportError(`${out} is the folder that you or the product are in: choose one of its own with --out`)
    }
  }
  const stats = statSync(target, { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isDirectory()) throw new ImportError(`${out} is a file: choose a folder with --out`)
  if (stats.dev !== statSync(dirname(target)).dev) {
    throw new ImportError(`${out} is a mount point, which cannot be replaced: choose a folder in it with --out`)
  }
  refuseForeign(out, target)
  accessSync(target, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** Refuses to replace a folder that holds anything but an imported region. */
function refuseForeign(out: string, folder: string): void {
  const foreign = foreignIn(folder)
  if (foreign) throw new ImportError(`${out} holds other files (${foreign}): choose a folder of its own with --out`)
}
