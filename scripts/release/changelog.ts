/** The section of a release in CHANGELOG.md. */
import { execFileSync } from 'node:child_process'
import { listPath } from '../migrations/released.ts'

const git = (root: string, ...args: string[]): string | null => {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28
    })
  } catch {
    return null
  }
}

/**
 * Subjects of the commits since a release, oldest first; null where git does not know that release, as in a shallow clone. It is
 * found by its line in the list, so no tag is needed.
 */
export function subjectsSince(root: string, version: string): string[] | null {
  const commit = git(root, 'log', '--format=%H', `-S= ${version} `, 'HEAD', '--', listPath)?.trim().split('\n').at(-1)
  if (!commit) return null
  // The first commit of a shallow clone seems to add every line.
  if (git(root, 'rev-parse', '--is-shallow-repository')?.trim() === 'true' && !git(root, 'rev-parse', `${commit}^`))
    return null
  return (git(root, 'log', '--reverse', '--format=%s', `${commit}..HEAD`) ?? '').split('\n').filter(Boolean)
}

/**
 * Turns the section "Unreleased" into that of the version, with every commit at its end, and begins a new one.
 *
 * @param subjects Of the commits; null to leave them out.
 * @throws Error if there is no such section, or nothing in it and no commit.
 */
export function releaseSection(changelog: string, version: string, day: string, subjects: string[] | null): string {
  const head = '## Unreleased\n'
  const at = changelog.indexOf(head)
  if (at === -1) throw new Error('CHANGELOG.md has no section "## Unreleased"')
  const rest = changelog.slice(at + head.length)
  const end = rest.search(/^## /m)
  const entries = (end === -1 ? rest : rest.slice(0, end)).trim()
  const commits = (subjects ?? []).map((subject) => `- ${subject}`).join('\n')
  if (entries === '' && commits === '') throw new Error('There is nothing to release: no entry and no commit')
  const parts = [entries, commits === '' ? '' : `### Every commit\n\n${commits}`].filter((part) => part !== '')
  const older = end === -1 ? '' : rest.slice(end)
  return `${changelog.slice(0, at)}${head}\n## ${version} - ${day}\n\n${parts.join('\n\n')}\n${older === '' ? '' : `\n${older}`}`
}
