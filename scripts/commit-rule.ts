/**
 * The rule for commit subjects (CONTRIBUTING.md). `node scripts/commit-rule.ts FILE` checks the message that git is about to
 * commit; without a file it checks all commits since the rule.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Count up when the rule changes: it judges only the commits after the last change of this line. */
const VERSION = 2

/** GitHub and `git log --oneline` cut longer subjects. */
const LONGEST = 72

/** Words that begin a statement or a phrase, never an order. */
const notVerbs = new Set(
  [
    'A',
    'All',
    'An',
    'And',
    'At',
    'Each',
    'Every',
    'For',
    'From',
    'If',
    'In',
    'It',
    'Its',
    'More',
    'New',
    'No',
    'Not'
  ].concat(['Now', 'On', 'One', 'Only', 'Some', 'The', 'There', 'These', 'This', 'To', 'When', 'With', 'Without'])
)
/** Verbs that look like one of the other forms. */
const verbs = new Set(['Alias', 'Bias', 'Canvas', 'Embed', 'Focus'])

function isImperative(word: string): boolean {
  if (verbs.has(word)) return true
  // "Adds", "Added", "Adding", but not "Pass", "Need" and "Bring".
  return !notVerbs.has(word) && !/[^s]s$|[aeiou].*[^e]ed$|[aeiouy].*ing$/i.test(word)
}

/** What is wrong with a commit message, a line each. */
export function faultsOf(message: string): string[] {
  const [subject = '', second = ''] = message.trimStart().split('\n')
  const first = subject.split(' ')[0] ?? ''
  const faults: string[] = []
  if (subject.length > LONGEST) faults.push(`has ${subject.length} characters; ${LONGEST} are allowed`)
  if (!/^[A-Z][a-z]*(-[a-z]+)*$/.test(first))
    faults.push('begins with a capitalised verb, without a label such as "fix:"')
  else if (!isImperative(first))
    faults.push(`"${first}" is no imperative: say what the commit does, as "Add", "Refuse", "Move"`)
  if (/[.!…]$/.test(subject)) faults.push('ends without a full stop')
  if (second.trim() !== '') faults.push('is followed by an empty line')
  return faults
}

/** The message in git's file, without the lines that git removes. */
const cleaned = (text: string): string => (text.split(/^# -+ >8 -+$/m)[0] ?? '').replace(/^#.*\n?/gm, '')

/** Commits that `--autosquash` will melt into others keep their form until then. */
const isDraft = (message: string): boolean => /^(fixup|squash|amend)! /.test(message.trimStart())

export interface Commit {
  id: string
  parents: string[]
  message: string
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 })

/** GitHub tests a pull request as a merge of its own; the commits to judge are those of the branch. */
const tip = (): string => (process.env.GITHUB_EVENT_NAME === 'pull_request' ? 'HEAD^2' : 'HEAD')

/** The commits since this version of the rule; null where there is no history. */
function commitsSinceRule(): Commit[] | null {
  try {
    const line = `^const VERSION = ${VERSION}$`
    const rule = git('log', '-1', '--format=%H', `-G${line}`, 'HEAD', '--', fileURLToPath(import.meta.url)).trim()
    if (!rule) return null
    return git('log', '-z', '--format=%H%n%P%n%B', `${rule}..${tip()}`)
      .split('\0')
      .filter(Boolean)
      .map((text) => {
        const [id = '', parents = '', ...message] = text.split('\n')
        return { id, parents: parents.split(' ').filter(Boolean), message: message.join('\n') }
      })
  } catch {
    return null
  }
}

/** What is wrong with commits, a line each. */
export const faultsOfCommits = (commits: Commit[]): string[] =>
  commits.flatMap(({ id, parents, message }) => {
    const faults = faultsOf(message)
    if (parents.length > 1) faults.push('is a merge: rebase instead')
    return faults.map((fault) => `${id.slice(0, 8)} "${message.split('\n')[0]}": ${fault}`)
  })

function main(file: string | undefined): string[] {
  if (file) {
    const message = cleaned(readFileSync(file, 'utf8'))
    return isDraft(message) ? [] : faultsOf(message).map((fault) => `The subject of the commit: ${fault}`)
  }
  const commits = commitsSinceRule()
  console.log(
    commits ? `Subjects of ${commits.length} commits` : 'No history of git here: subjects of commits are not checked'
  )
  return faultsOfCommits(commits ?? [])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = main(process.argv[2])
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
