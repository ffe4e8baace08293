import { join } from 'node:path'
import { buildIfStale } from '../../stack/web/built.ts'

/** Builds the app once, before the workers' stacks serve it. */
export default async function setup(): Promise<void> {
  await buildIfStale(join(import.meta.dirname, '..', '..'))
}
