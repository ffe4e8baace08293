/** Each title of a test stands on its own, and is unique in its file. */
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { splitStatements } from '../../stack/database/statements.ts'
import { faultOf } from '../support/labels.ts'
import { find, read } from './files.ts'

const code = [
  '{src,stack,geo,sim,bench,scripts,tests}/**/*.{test,spec}.{ts,tsx}',
  'tests/**/support/*.ts',
  'supabase/functions/**/*_test.ts'
]

/** Which argument of a call is the title, by the first or last word of the callee; `step` belongs to a test. */
const places: Record<string, number> = { it: 0, test: 0, describe: 0, report: 1 }

/** The words of a callee: `it`, `it.each([…])` and `Deno.test` give it, it, test. */
function wordsOf(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...wordsOf(callee.expression), callee.name.text]
  return ts.isCallExpression(callee) ? wordsOf(callee.expression) : []
}

interface Label {
  /** The titles of the enclosing groups, and its own. */
  path: string
  text: string
}

function labelsOf(file: string): Label[] {
  const labels: Label[] = []
  const visit = (node: ts.Node, path: string): void => {
    let inner = path
    if (ts.isCallExpression(node)) {
      const words = wordsOf(node.expression)
      const isStep = words.length > 1 && words.at(-1) === 'step'
      const place = isStep ? 0 : (places[words.at(-1) ?? ''] ?? places[words[0] ?? ''])
      const argument = place === undefined ? undefined : node.arguments[place]
      if (argument && ts.isStringLiteralLike(argument)) {
        inner = `${path} > ${argument.text}`
        labels.push({ path: inner, text: argument.text })
      }
    }
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest), '')
  return labels
}

/** The literal titles of pgTAP assertions: the last argument of a call. */
function labelsOfSql(file: string): string[] {
  return splitStatements(read(file)).flatMap(({ text }) => {
    const call = text.replace(/^(?:\s|--[^\n]*\n)*/, '')
    if (!/^select (ok|is|isnt|matches|alike|\w+_ok|\w+_eq|\w+_empty)\(/.test(call)) return []
    const literals = [...call.matchAll(/, '((?:[^']|'')*)'\)(?=\s*(?:$|from|where))/g)]
    return literals
      .slice(-1)
      .map(([, label = '']) => label.replaceAll("''", "'"))
      .filter((label) => label !== '')
  })
}

/** The faults of a file, in words. */
function faults(labels: readonly Label[]): string[] {
  const seen = new Set<string>()
  return labels.flatMap(({ path, text }) => {
    const fault = faultOf(text, new Set()) ?? faultOf(path, seen)
    return fault === null ? [] : [fault]
  })
}

describe('titles of tests', () => {
  it.each(code)('stand on their own, and are unique in each file of %s', (pattern) => {
    const files = find(pattern).filter((file) => !file.includes('/node_modules/'))
    expect(files.length).toBeGreaterThan(5)
    expect(files.flatMap((file) => faults(labelsOf(file)).map((fault) => `${file}: ${fault}`))).toEqual([])
  })

  it('stand on their own, and are unique in each pgTAP file', () => {
    const files = find('tests/db/*.sql')
    const all = files.map((file) => labelsOfSql(file).map((text) => ({ path: text, text })))
    expect(all.flat().length).toBeGreaterThan(2000)
    expect(all.flatMap((labels, index) => faults(labels).map((fault) => `${files[index]}: ${fault}`))).toEqual([])
  })
})
