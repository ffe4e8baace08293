import { describe, expect, it } from 'vitest'
import { layOut, meaning } from './layout.ts'

const long = (text: string) => text.replaceAll('~', 'x'.repeat(30))

describe('the layout of SQL', () => {
  it.each([
    [
      'a query',
      long("  select ~, ~ from app.~ where a between b and c and d = '~';"),
      [long('  select ~, ~ from app.~'), long("    where a between b and c and d = '~';")]
    ],
    [
      'a condition on one line',
      long("  if v_a is null then perform app.refuse('~', 404, 'Submit the form again: ~'); return v_~; end if;"),
      [
        '  if v_a is null then',
        long("    perform app.refuse('~', 404, 'Submit the form again: ~');"),
        long('    return v_~;'),
        '  end if;'
      ]
    ],
    [
      'the head of a function',
      "create function app.f(a uuid, b text default 'x') returns void language plpgsql stable security definer set search_path = '' as $$",
      [
        "create function app.f(a uuid, b text default 'x') returns void",
        "language plpgsql stable security definer set search_path = '' as $$"
      ]
    ],
    [
      'a comment beside code',
      long('  v_a := app.~(~, ~); -- Because ~.'),
      [long('  -- Because ~.'), long('  v_a := app.~(~, ~);')]
    ],
    [
      'a paragraph',
      `-- ${'word '.repeat(30)}end\n-- more`,
      [`-- ${'word '.repeat(22)}word`, `-- ${'word '.repeat(7)}end more`]
    ]
  ])('breaks %s that is too long', (_, line, lines) => {
    expect(layOut(line).split('\n')).toEqual(lines)
    expect(meaning(layOut(line))).toBe(meaning(line))
  })

  it('divides the text of a comment, and leaves what PostgreSQL stores', () => {
    const comment = `comment on function app.f is 'It''s ${'word '.repeat(30)}end. Errors: must_login.';`
    expect(layOut(comment).split('\n')).toEqual([
      'comment on function app.f is',
      `  'It''s ${'word '.repeat(21)}'`,
      `  '${'word '.repeat(9)}end. '`,
      "  'Errors: must_login.';"
    ])
    expect(meaning(layOut(comment))).toBe(meaning(comment))
    expect(meaning(comment)).not.toBe(meaning(comment.replace('end', 'and')))
  })

  it.each([
    ['a line that fits', 'select  1   ;'],
    ['a literal with several lines', long("  execute format('select ~\n  where ~ and ~ and ~ and ~ and ~', v_a);")],
    ['a text without spaces', `  raise '${'x'.repeat(140)}';`]
  ])('leaves %s as it is', (_, sql) => expect(layOut(sql)).toBe(sql))
})
