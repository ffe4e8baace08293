// Writes what providers need into files that list it: for the operator, and for the embedded stack. Scripts and tests use it.
import { assertEquals } from '@std/assert'

export interface Catalogued {
  /** Path of a file, from the root of the repository. */
  path: string
  /** Returns the content that the file should have; `old` is its current content. */
  written: (old: string) => string
}

/** The environment variables of a provider. */
interface Configured {
  variables: readonly string[]
  options?: readonly string[]
}

/** Replaces the lines between two marker lines. Only a catalogue's script changes those lines. */
export function between(old: string, open: string, close: string, lines: readonly string[]): string {
  const [head, rest] = old.split(`${open}\n`)
  const tail = rest?.split(`${close}\n`).slice(1).join(`${close}\n`)
  if (head === undefined || tail === undefined) throw new Error(`the lines "${open}" and "${close}" are missing`)
  return `${head}${open}\n${lines.join('\n')}\n${close}\n${tail}`
}

/** Returns names as code in Markdown. */
export const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** Returns a commented line for each variable of the providers, as in `.env.example`. */
export const examples = (providers: readonly Configured[]): string[] =>
  [...new Set(providers.flatMap(({ variables, options = [] }) => [...variables, ...options]))]
    .map((variable) => `# ${variable}=…`)

const fileOf = (path: string): URL => new URL(`../../../../${path}`, import.meta.url)

/** Writes the files. */
export async function writeCatalogue(files: readonly Catalogued[]): Promise<void> {
  for (const { path, written } of files) {
    await Deno.writeTextFile(fileOf(path), written(await Deno.readTextFile(fileOf(path)).catch(() => '')))
  }
}

/** Registers a test for each file, which fails if it is outdated. @param command what writes the files */
export function testCatalogue(files: readonly Catalogued[], command: string): void {
  for (const { path, written } of files) {
    Deno.test(`${path} has the variables of all providers of ${command}`, async () => {
      const old = await Deno.readTextFile(fileOf(path))
      assertEquals(old, written(old), `run deno run -A ${command}`)
    })
  }
}
