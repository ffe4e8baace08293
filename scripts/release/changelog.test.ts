import { describe, expect, it } from 'vitest'
import { releaseSection } from './changelog.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n\n## 0.1.0\n\nThe first.\n'

describe('the section of a release', () => {
  it('takes the entries that were written, then every commit, and begins a new section', () => {
    expect(releaseSection(changelog, '0.2.0', '2026-12-01', ['Add one', 'Mend two'])).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n### Added\n\n- One.\n\n### Every commit\n\n- Add one\n- Mend two\n\n## 0.1.0\n\nThe first.\n'
    )
  })

  it('does without commits where git does not know the release before', () => {
    expect(releaseSection(changelog, '0.2.0', '2026-12-01', null)).not.toContain('Every commit')
  })

  it('is refused when there is nothing in it', () => {
    const empty = releaseSection(changelog, '0.2.0', '2026-12-01', null)
    expect(() => releaseSection(empty, '0.3.0', '2026-12-02', [])).toThrow('nothing to release')
    expect(() => releaseSection('# Changelog\n', '0.3.0', '2026-12-02', ['Add'])).toThrow('no section')
  })
})
