/** Every link in a document leads to a file, and to a heading of it where it names one. Paths and internal names exist. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { find, root } from './files.ts'

const documents = [
  ...find('*.md'),
  ...find('docs/**/*.md'),
  ...find('{src,supabase,stack,geo,sim,tests}/**/*.md')
].filter((path) => !path.includes('node_modules/'))

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')

function isThere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path ? join(root, dirname(document), path) : join(root, document)
  if (!existsSync(target)) return false
  if (!anchor || statSync(target).isDirectory()) return !anchor
  const headings = readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].some(([, heading = '']) => anchorOf(heading) === anchor)
}

it.each(documents)('the links in %s lead somewhere', (document) => {
  const text = withoutCode(readFileSync(join(root, document), 'utf8'))
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '')
  const lost = links.filter((link) => !/^(https?|mailto):/.test(link) && !isThere(document, link))
  expect(lost).toEqual([])
})

const sql = find('supabase/schemas/*/*/*.sql')
const domains = new Set(sql.map((path) => path.split('/')[2]))
const definitions = sql.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
const known = new Set(definitions.match(/\bapp\.\w+/g))

/**
 * Whether a text in backticks names something that is gone: a path, a file of supabase/schemas by its domain, or something in
 * the schema `app`. Each operator writes their own `.env`.
 */
function isGone(name: string): boolean {
  if (/^(?:supabase|src|stack|geo|sim|scripts|bench|tests|docs)\/[\w./-]+$/.test(name)) {
    return !/\.env(\.production)?$/.test(name) && !existsSync(join(root, name))
  }
  if (name.endsWith('.sql') && domains.has(name.split('/')[0])) return !sql.includes(`supabase/schemas/${name}`)
  return /^app\.(?!html)\w+$/.test(name) && !known.has(name)
}

it.each(documents)('the paths and internal names in %s exist', (document) => {
  const names = [...readFileSync(join(root, document), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)
  expect(names.filter(isGone)).toEqual([])
})
