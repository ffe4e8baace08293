/** Features stand in groups by their people and have the same parts; `src/lib` has a folder per subject. */
import { describe, expect, it } from 'vitest'
import { find, read } from './files.ts'

const groups = ['common', 'driver', 'rider', 'site', 'staff']
const part =
  /^(README\.md|index\.ts|([\w-]+-)?page(\.test)?\.tsx|(queries|commands|model)(\.[\w-]+)?(\.test)?\.ts|components|hooks|model|texts)$/

/** What stands in a folder, without folders that have no files. */
const namesIn = (folder: string): string[] => [
  ...new Set(find(`${folder}/**/*.*`).map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''))
]
const features = groups.flatMap((group) =>
  namesIn(`src/features/${group}`).flatMap((name) => (name === 'README.md' ? [] : `src/features/${group}/${name}`))
)

describe('the features of the web app', () => {
  it('stand in one of five groups, each with a README', () => {
    expect(namesIn('src/features')).toEqual(['README.md', ...groups])
    expect(groups.filter((group) => !namesIn(`src/features/${group}`).includes('README.md'))).toEqual([])
  })

  it('have the parts that their README names, and no others', () => {
    expect(features.length).toBeGreaterThan(30)
    const others = features.flatMap((feature) =>
      namesIn(feature).flatMap((name) => (part.test(name) ? [] : `${feature}/${name}`))
    )
    expect(others).toEqual([])
  })

  it('have small letters and hyphens in the names of their files', () => {
    const names = find('src/features/**/*.*').map((path) =>
      path.slice('src/features/'.length).replaceAll('README.md', '')
    )
    expect(names.filter((name) => /[A-Z]/.test(name) || /_/.test(name.replace(/\/texts\/.*/, '')))).toEqual([])
  })
})

it('src/lib has a folder per subject, which its README explains', () => {
  const names = namesIn('src/lib')
  expect(names.filter((name) => name.includes('.'))).toEqual(['README.md', 'utils.test.ts', 'utils.ts'])
  const text = read('src/lib/README.md')
  expect(names.filter((name) => !name.includes('.') && !text.includes(`| \`${name}/\` |`))).toEqual([])
})
