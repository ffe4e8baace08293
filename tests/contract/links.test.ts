/** Every link in a document leads to a file, and to a heading of it where it names one. */
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
