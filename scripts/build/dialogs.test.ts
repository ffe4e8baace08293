import { expect, it } from 'vitest'
import { nameDialogs } from './dialogs.ts'

it('every dialog in a module gets a name of its own, and one that passes a name on keeps it', () => {
  const { code, named } = nameDialogs(
    '<DialogContent className="p-1">a</DialogContent><ConfirmDialog\n isOpen /><DialogContent data-dialog={name} />',
    'src/a.tsx'
  )
  expect(named.map(([, place]) => place)).toEqual(['src/a.tsx#1', 'src/a.tsx#2'])
  expect(code).toBe(
    `<DialogContent data-dialog="${named[0]?.[0]}" className="p-1">a</DialogContent>` +
      `<ConfirmDialog data-dialog="${named[1]?.[0]}"\n isOpen /><DialogContent data-dialog={name} />`
  )
})
