import { join } from 'node:path'
import { buildIfStale } from '../../stack/web/built.ts'

/** The app is built once, before the stacks of the workers serve it. */
export default async function setup(): Promise<void> {
  await buildIfStale(join(import.meta.dirname, '..', '..'))
}
