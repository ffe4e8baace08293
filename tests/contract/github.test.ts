/** GitHub and Renovate read files that no compiler reads; the published schemas say which words they know. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { suites } from '../../scripts/test/suites.ts'
import { find, read, root } from './files.ts'

const chooser = '.github/ISSUE_TEMPLATE/config.yml'
const vendored = (name: string) => `tests/contract/schemas/${name}.json`
const files: [file: string, schema: string][] = [
  ...find('.github/workflows/*.yml').map((file): [string, string] => [file, vendored('github-workflow')]),
  ...find('.github/ISSUE_TEMPLATE/*.yml').map((file): [string, string] => [
    file,
    vendored(file === chooser ? 'github-issue-config' : 'github-issue-forms')
  ]),
  ['.github/renovate.json', vendored('renovate')]
]

it.each(files)('%s matches its published schema', (file, schema) => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(read(schema)))
  validate(parse(read(file)))
  expect((validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([])
})

describe('the workflow', () => {
  const workflow = parse(read('.github/workflows/ci.yml'))

  it('runs every suite', () => {
    const { name: names, include } = workflow.jobs.suites.strategy.matrix
    const words = [...names, ...include.flatMap(({ run = '' }) => run.replace(/^npm test -- /, '').split(' '))]
    const isRun = ({ name }: { name: string }) => words.some((word) => name.startsWith(word))
    expect(suites.filter((suite) => !isRun(suite)).map(({ name }) => name)).toEqual([])
  })

  it('waits in its last job for all others', () => {
    const { tests, ...others } = workflow.jobs
    expect(tests.needs.toSorted()).toEqual(Object.keys(others).toSorted())
  })

  it('pins every action by commit', () => {
    const actions = [...read('.github/workflows/ci.yml').matchAll(/uses: (.+)/g)].map(([, action]) => action)
    expect(actions.filter((action) => !/@[0-9a-f]{40} # v\d/.test(action ?? ''))).toEqual([])
  })
})

it('every path of CODEOWNERS exists', () => {
  const paths = [...read('.github/CODEOWNERS').matchAll(/^\/(\S+)/gm)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('nvm, the types and the package of Node name the same version', () => {
  const { node, '@types/node': types } = JSON.parse(read('package.json')).devDependencies
  expect([node, types]).toEqual(Array(2).fill(`^${read('.nvmrc').trim()}`))
})
