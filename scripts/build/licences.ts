import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The file with the notices, at the top of the site; the page `/licences` links to it. */
const FILE = 'licences.txt'

interface Package {
  name: string
  version: string
  license?: string
}

/** The folder of the package that a module comes from; null for one of ours. */
export const packageOf = (id: string): string | null =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)\//.exec(id)?.[1] ?? null

function noticeIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
  return file ? readFileSync(join(folder, file), 'utf8').trim() : ''
}

/** The notices of packages, each text once, below the packages that it is for. */
export function noticesOf(folders: Iterable<string>): string {
  const packages = new Map<string, string[]>()
  for (const folder of folders) {
    const {
      name,
      version,
      license = 'unknown'
    }: Package = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const notice = noticeIn(folder)
    // Packages without a text are told apart by their licences.
    const key = notice || license
    packages.set(key, [...(packages.get(key) ?? []), `${name} ${version} (${license})`])
  }
  const parts = [...packages].map(([notice, names]) => [...names.sort(), '', notice].join('\n'))
  return parts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** The project's own licence, then those of packages. */
function textOf(root: string, folders: Iterable<string>): string {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
  return `Hackney\n\n${own}\n\n${'='.repeat(80)}\n\n${noticesOf(folders)}\n`
}

/**
 * A plugin that writes the licences and copyright notices of all packages in the pages to `licences.txt`, as their licences
 * demand.
 *
 * @param root The project's root.
 */
export function licenceNotices(root: string): Plugin {
  return {
    name: 'hackney-licence-notices',
    // The development server has no bundle; it shows what the project depends on directly.
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_, response) => {
        const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
        const folders = Object.keys(dependencies).map((name) => join(root, 'node_modules', name))
        response.setHeader('content-type', 'text/plain; charset=utf-8').end(textOf(root, folders))
      })
    },
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => join(root, name))
      )
      const folders = new Set(
        ids.flatMap((id) => packageOf(id) ?? []).filter((one) => existsSync(join(one, 'package.json')))
      )
      this.emitFile({ type: 'asset', fileName: FILE, source: textOf(root, folders) })
    }
  }
}
