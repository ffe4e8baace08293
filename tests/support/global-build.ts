import { join } from 'node:path'
import { buildIfStale } from '../../stack/web/built.ts'
import { placeBeside } from '../../stack/web/place.ts'

/** Builds the app once, before the workers' stacks serve it. */
export default async function setup(): Promise<void> {
  const root = join(import.meta.dirname, '..', '..')
  await buildIfStale(root, placeBeside(join(root, 'region')))
}
