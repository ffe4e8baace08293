import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A running resumable upload. It is stored on disk in a file next to the bytes received so far. */
export interface Upload {
  /** Id of the upload, which becomes the version of the object's bytes. */
  id: string
  bucket: string
  name: string
  /** Size of the whole object in bytes. */
  size: number
  type: string
  cacheControl: string
  userMetadata: object | null
  /** The Upload-Metadata header as the client sent it. */
  header: string
  upsert: boolean
  owner: string | null
  /** When the upload expires, in milliseconds since 1970. */
  expiresAt: number
}

export interface Uploads {
  create(upload: Upload): Promise<void>
  find(id: string): Promise<Upload | null>
  /** Returns the running uploads of one owner. */
  ofOwner(owner: string): Promise<Upload[]>
  /** Returns the number of received bytes; null if there is no file with received bytes. */
  offset(id: string): Promise<number | null>
  part(id: string): string
  remove(id: string): Promise<void>
  /** Removes expired uploads, and files that a crash left without their upload. */
  sweep(): Promise<void>
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function writeSafely(path: string, content: string): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  await handle.writeFile(content)
  await handle.sync().finally(() => handle.close())
}

/** Creates the store of resumable uploads in `folder`. Each upload has two files, so that it can continue after a restart. */
export async function createUploads(folder: string): Promise<Uploads> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const record = (id: string): string => join(folder, `${id}.json`)
  const part = (id: string): string => join(folder, `${id}.part`)

  const uploads: Uploads = {
    part,
    async create(upload) {
      await writeSafely(part(upload.id), '')
      await writeSafely(`${record(upload.id)}.new`, JSON.stringify(upload))
      await rename(`${record(upload.id)}.new`, record(upload.id))
    },
    async find(id) {
      if (!uuid.test(id)) return null
      const text = await readFile(record(id), 'utf8').catch(() => null)
      return text === null ? null : (JSON.parse(text) as Upload)
    },
    async ofOwner(owner) {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.part'))
      const found = await Promise.all(names.map((name) => uploads.find(name.slice(0, 36))))
      return found.filter((upload) => upload?.owner === owner && upload.expiresAt > Date.now()) as Upload[]
    },
    async offset(id) {
      const found = await stat(part(id)).catch(() => null)
      return found?.size ?? null
    },
    async remove(id) {
      await rm(record(id), { force: true })
      await rm(part(id), { force: true })
    },
    async sweep() {
      for (const name of await readdir(folder)) {
        const id = name.slice(0, 36)
        const upload = await uploads.find(id)
        if (!upload || upload.expiresAt < Date.now()) await rm(join(folder, name), { force: true })
      }
    }
  }
  await uploads.sweep()
  return uploads
}
