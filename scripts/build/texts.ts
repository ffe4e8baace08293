import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** An import or re-export: of the named exports, or of all (null). */
interface Link {
  from: string
  names: readonly string[] | null
}

interface Source {
  /** The namespaces that the file names. */
  namespaces: readonly string[]
  links: readonly Link[]
  /** The file only passes on what other files export. Whoever imports from it loads only what the import names. */
  isIndex: boolean
}

const quoted = (list = '') => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)

/** The exports that a list `{ A, B as C, type D }` names, without types. */
const namesIn = (list: string): string[] =>
  list.split(',').flatMap((part) => /^\s*(?!type\s)(\w+)/.exec(part)?.[1] ?? [])

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** An import, or an export of what another file exports; types load nothing. */
const statement = /^(import|export)\s+(?!type\b)(?:([^'"();]*?)\s*from\s*)?'((?:@\/|\.\.?\/)[^']+)'/gm

/** Namespaces that a file names: of the `t` that it calls or passes on, in a key, or for a form. */
const namings = /useTranslation\(([^)]*)\)|TFunction<([^>]*)>|declareForm\(\s*'\w+',\s*('\w+')|['`](\w+):[\w$]/g

/**
 * Finds out which namespaces of texts the files of the app name, from their sources: in development, in a build and in tests
 * alike.
 *
 * @param root The project's root.
 */
export function textGraph(root: string) {
  /** The folder of each namespace. */
  const known = new Map(
    sourcesIn(root).flatMap((path) =>
      path.endsWith('/en.json') ? [[basename(dirname(path)), dirname(path)] as const] : []
    )
  )
  const sources = new Map<string, Source>()

  /** The file of TypeScript that an import names; null if it names another file, or the content of one (`?raw`). */
  function fileOf(specifier: string, importer: string): string | null {
    if (specifier.includes('?')) return null
    const base = specifier.startsWith('@/')
      ? join(root, 'src', specifier.slice(2))
      : resolve(dirname(importer), specifier)
    const ends = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    const found = ends.map((end) => base + end).find((path) => existsSync(path) && statSync(path).isFile())
    if (!found) throw new Error(`${importer} imports ${specifier}, which does not exist`)
    return /\.tsx?$/.test(found) ? found : null
  }

  function read(file: string): Source {
    const seen = sources.get(file)
    if (seen) return seen
    const code = withoutComments(readFileSync(file, 'utf8'))
    const links = [...code.matchAll(statement)].flatMap(([, , list, specifier = '']): Link[] => {
      const from = fileOf(specifier, file)
      const braces = /^\{([\s\S]*)\}$/.exec(list ?? '')
      return from ? [{ from, names: braces ? namesIn(braces[1] ?? '') : null }] : []
    })
    const named = [...code.matchAll(namings)].flatMap(([, used, typed, form, key]) =>
      key === undefined ? quoted(used ?? typed ?? form) : key
    )
    const isIndex = !/\S/.test(code.replace(/^export\s[^'"();]*?\sfrom\s*'[^']+'/gm, '').replace(/\S*type\b.*$/gm, ''))
    const source = { namespaces: [...new Set(named)].filter((name) => known.has(name)), links, isIndex }
    sources.set(file, source)
    return source
  }

  /** What a file loads at once, with itself. */
  function loadedBy(file: string, names: readonly string[] | null = null, seen: Set<string> = new Set()): Set<string> {
    const { links, isIndex } = read(file)
    if (isIndex && names) {
      for (const link of links) {
        const wanted = link.names ? names.filter((name) => link.names?.includes(name)) : names
        if (wanted.length > 0) loadedBy(link.from, wanted, seen)
      }
      return seen
    }
    if (seen.has(file)) return seen
    seen.add(file)
    for (const link of links) if (link.names?.length !== 0) loadedBy(link.from, link.names, seen)
    return seen
  }

  return {
    /** The folder of each namespace. */
    folders: known,
    /** The languages of the texts. */
    languages: [...new Set(sourcesIn(root).map((path) => basename(path, '.json')))],
    fileOf,
    /** Returns the namespaces that a file itself names, by its path. */
    namedIn: (file: string): readonly string[] => read(resolve(root, file)).namespaces,
    /** Returns the namespaces that a file and everything that it loads at once name, by the path of the file. */
    namespacesOf(file: string): string[] {
      if (!existsSync(resolve(root, file))) throw new Error(`there is no ${file}`)
      const all = [...loadedBy(resolve(root, file))].flatMap((one) => read(one).namespaces)
      return [...new Set(all)].sort()
    },
    /**
     * Returns the source files of the texts that some parts of the app and everything that they load at once name, in one
     * language.
     */
    textsOf(locale: string, files: readonly string[]): string[] {
      const own = files.filter((file) => file.startsWith('src/'))
      const all = new Set(['common', ...own.flatMap((file) => this.namespacesOf(file))])
      return [...all].map((name) => `${known.get(name)}/${locale}.json`)
    },
    /** Returns the files that a file loads at once, as paths from the project's root. */
    filesOf: (file: string): string[] => [...loadedBy(resolve(root, file))].map((path) => relative(root, path))
  }
}

/**
 * The folder of a build's files of texts. All files share its hash, so a page need not know a hash of each; a changed text
 * therefore gives all of them new addresses.
 */
function folderOf(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return `assets/${hash.digest('base64url').slice(0, 8)}`
}

/** Returns a function from the source file of texts to its file in the build. */
export function textFileIn(root: string): (source: string) => string {
  const folder = folderOf(root, sourcesIn(root))
  return (source) => `${folder}/${basename(dirname(source))}-${basename(source)}`
}

/** The source files of all texts. */
const sourcesIn = (root: string): string[] =>
  globSync('src/**/texts/*/*.json', { cwd: root, exclude: ['src/features/common/demo/**'] }).sort()

const dynamic = /(?<!typeof )\bimport\(\s*'((?:@\/|\.\.?\/)[^']+)'\s*\)/g
const START = 'import.meta.texts'

/**
 * A plugin that makes each part of the app load together with its texts: an `import()` also loads the namespaces that the part
 * names, and `import.meta.texts` lists those of a page's start.
 *
 * @param root The project's root.
 */
export function partsWithTexts(root: string): Plugin {
  const src = join(root, 'src')
  let graph = textGraph(root)
  let inEveryStart: readonly string[] = []
  const startsItself = (file: string) => readFileSync(file, 'utf8').includes(START)
  return {
    name: 'hackney-parts-with-texts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      define: {
        'import.meta.env.TEXTS': JSON.stringify(folderOf(root, sourcesIn(root))),
        'import.meta.env.NAMESPACES': JSON.stringify([...graph.folders.keys()].join(' '))
      }
    }),
    generateBundle() {
      const nameOf = textFileIn(root)
      const emit = (fileName: string, words: object) =>
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(words) })
      for (const language of graph.languages) {
        const all = [...graph.folders].map(([name, folder]) => {
          const path = `${folder}/${language}.json`
          return { name, path, words: JSON.parse(readFileSync(join(root, path), 'utf8')) as object }
        })
        for (const { path, words } of all) emit(nameOf(path), words)
        // For the editor of texts, which shows all of them.
        emit(nameOf(`all/${language}.json`), Object.fromEntries(all.map(({ name, words }) => [name, words])))
      }
    },
    buildStart() {
      graph = textGraph(root)
      const starts = globSync('src/**/start.tsx', { cwd: root }).map((file) => graph.namespacesOf(file))
      inEveryStart = ['common', ...starts.reduce((shared, own) => shared.filter((name) => own.includes(name)))]
    },
    transform(code, id) {
      const file = id.split('?')[0] ?? id
      if (!file.startsWith(src) || !/\.tsx?$/.test(file)) return null
      let isWrapped = false
      const wrapped = code
        .replaceAll(START, () => JSON.stringify(graph.namespacesOf(file).join(' ')))
        .replace(dynamic, (load, specifier: string) => {
          const target = graph.fileOf(specifier, file)
          if (!target || startsItself(target)) return load
          const names = graph.namespacesOf(target).filter((name) => !inEveryStart.includes(name))
          if (names.length === 0) return load
          isWrapped = true
          return `__withTexts(() => ${load}, ${JSON.stringify(names.join(' '))})`
        })
      const own = isWrapped ? "\nimport { withTexts as __withTexts } from '@/lib/texts/i18n'\n" : ''
      return wrapped === code ? null : { code: wrapped + own, map: null }
    }
  }
}
