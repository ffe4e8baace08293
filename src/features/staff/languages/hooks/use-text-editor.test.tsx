import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/server/errors'
import type { Ground } from '../model/rows'
import type { Language } from '../queries'
import { type TextEditorState, useTextEditor } from './use-text-editor'

const stored = vi.hoisted(() => ({ save: (_: unknown, __: unknown): Promise<unknown> => Promise.resolve() }))
vi.mock('../queries', () => ({ languagesKey: 'languages' }))
vi.mock('../commands', () => ({
  updateLanguage: (row: unknown, change: unknown) => stored.save(row, change)
}))

const own = new Map([
  ['common.save', 'Save'],
  ['common.cancel', 'Cancel']
])
const ground: Ground = { locale: 'en', own, english: own, fallback: own, firm: [], isDefault: true }
const english: Language = {
  id: '1',
  lang_name: 'English',
  lang_locale: 'en',
  date_locale: 'en-GB',
  is_default: true,
  key_value_pairs: { 'common.save': 'Keep' },
  version: 3
}

vi.mock('@/entities/person', () => ({ useSession: () => ({ user: { id: 'silvia' } }) }))

let editor: TextEditorState
function Editor({ language }: { language: Language }) {
  editor = useTextEditor(language, ground)
  return null
}

let root: Root
const show = (language: Language) =>
  act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Editor language={language} />
      </SWRConfig>
    )
  )

beforeEach(async () => {
  localStorage.clear()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await show(english)
})
afterEach(() => act(async () => root.unmount()))

const comeBack = async (language: Language) => {
  await new Promise((resolve) => setTimeout(resolve, 500))
  await act(async () => root.unmount())
  root = createRoot(document.body)
  await show(language)
}

it('changed texts are restored for the same person, and conflicts with others’ saves are asked about', async () => {
  await act(async () => editor.setText('common.save', 'Store'))
  await comeBack(english)
  expect(editor.texts).toEqual({ 'common.save': 'Store' })
  expect(editor.changes).toEqual(['common.save'])
  await comeBack(theirs)
  expect([editor.isOutdated, editor.texts['common.cancel']]).toEqual([false, 'Back'])
  await comeBack({ ...theirs, key_value_pairs: { 'common.save': 'Put away' }, version: 5 })
  expect([editor.isOutdated, editor.theirs]).toEqual([true, ['common.save']])
  await act(async () => editor.discard())
  await comeBack(theirs)
  expect(editor.isDirty).toBe(false)
})

const theirs = { ...english, key_value_pairs: { 'common.save': 'Keep', 'common.cancel': 'Back' }, version: 4 }

it('a saved language continues from the stored texts, without those equal to built-in ones', async () => {
  const save = vi.fn(async () => ({ ...english, key_value_pairs: {}, version: 4 }))
  stored.save = save
  await act(async () => editor.setText('common.save', 'Save'))
  expect(editor.isDirty).toBe(true)
  await act(async () => editor.save())
  expect(save).toHaveBeenCalledWith({ id: '1', version: 3 }, { key_value_pairs: {} })
  expect(editor.isDirty).toBe(false)
})

it('saved texts stay until the table is reloaded, so that input meanwhile is not taken for another person’s change', async () => {
  const saved = { ...english, key_value_pairs: { 'common.save': 'Store' }, version: 4 }
  stored.save = async () => saved
  await act(async () => editor.setText('common.save', 'Store'))
  await act(async () => editor.save())
  expect(editor.texts).toEqual({ 'common.save': 'Store' })
  await act(async () => editor.setText('common.save', 'Mine'))
  await show(saved)
  expect([editor.isOutdated, editor.theirs]).toEqual([false, []])
  stored.save = vi.fn(async () => ({ ...saved, version: 5 }))
  await act(async () => editor.save())
  expect(stored.save).toHaveBeenCalledWith({ id: '1', version: 4 }, { key_value_pairs: { 'common.save': 'Mine' } })
})

it('invalid JSON stays as typed, and changes no text', async () => {
  await act(async () => editor.setJson('{"common.save": '))
  expect(editor.json).toBe('{"common.save": ')
  expect(editor.jsonError).toEqual({ line: 1, column: 17 })
  expect([editor.texts, editor.isDirty]).toEqual([english.key_value_pairs, true])
  await act(async () => editor.setJson('{"common": {"save": "Store"}}'))
  expect([editor.texts, editor.jsonError]).toEqual([{ 'common.save': 'Store' }, null])
})

it('another person’s save shows at once while nothing is changed here', async () => {
  await show(theirs)
  expect(editor.texts).toEqual(theirs.key_value_pairs)
  expect(editor.isOutdated).toBe(false)
})

it('another person’s save waits for a decision while something is changed here', async () => {
  await act(async () => editor.setText('common.save', 'Store'))
  await show(theirs)
  expect([editor.isOutdated, editor.theirs]).toEqual([true, ['common.cancel']])
  expect(editor.texts).toEqual({ 'common.save': 'Store' })
  await act(async () => editor.keepMine())
  expect(editor.texts).toEqual({ 'common.save': 'Store', 'common.cancel': 'Back' })
  expect([editor.isOutdated, editor.changes]).toEqual([false, ['common.save']])
})

it('a refused save keeps the input', async () => {
  stored.save = () => Promise.reject(new AppError('version_conflict'))
  await act(async () => editor.setText('common.save', 'Store'))
  await act(async () => editor.save())
  expect(editor.saving.error?.key).toBe('version_conflict')
  expect(editor.texts).toEqual({ 'common.save': 'Store' })
})
