/**
 * Draws the icons of a site that does not know its firm yet into `public/`. Run by hand when `stack/web/site/icons.ts` changes:
 *
 *   node scripts/icons.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawIcons } from '../stack/web/site/icons.ts'

const folder = join(import.meta.dirname, '../public')

mkdirSync(join(folder, 'icons'), { recursive: true })
for (const [path, bytes] of await drawIcons({ name: '', colour: '', logo: null }))
  writeFileSync(join(folder, path), bytes)
