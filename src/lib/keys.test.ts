import { expect, it } from 'vitest'
import { arePressed, ariaKeys, capsOf, isSingle } from './keys'

const press = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init)

it('recognises a letter with Ctrl, and no other modifier beside it', () => {
  expect(arePressed('mod+k', press({ key: 'k', code: 'KeyK', ctrlKey: true }))).toBe(true)
  expect(arePressed('mod+k', press({ key: 'k', code: 'KeyK' }))).toBe(false)
  expect(arePressed('mod+k', press({ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }))).toBe(false)
  expect(arePressed('mod+k', press({ key: 'k', code: 'KeyK', ctrlKey: true, altKey: true }))).toBe(false)
  expect(arePressed('mod+k', press({ key: 'k', code: 'KeyK', metaKey: true }))).toBe(false)
})

it('recognises a letter by its place on an Arabic keyboard', () => {
  expect(arePressed('mod+k', press({ key: 'ن', code: 'KeyK', ctrlKey: true }))).toBe(true)
  expect(arePressed('mod+k', press({ key: 'م', code: 'KeyL', ctrlKey: true }))).toBe(false)
})

it('goes by the letter where a Latin layout moves it', () => {
  expect(arePressed('mod+z', press({ key: 'z', code: 'KeyY', ctrlKey: true }))).toBe(true)
  expect(arePressed('mod+y', press({ key: 'z', code: 'KeyY', ctrlKey: true }))).toBe(false)
})

it('recognises signs with or without Shift, in each script', () => {
  expect(arePressed('?', press({ key: '?', code: 'Slash', shiftKey: true }))).toBe(true)
  expect(arePressed('?', press({ key: '؟', code: 'Slash', shiftKey: true }))).toBe(true)
  expect(arePressed('mod+\\', press({ key: '#', code: 'Backslash', ctrlKey: true }))).toBe(true)
})

it('recognises letters and digits with Alt, also where Alt makes other signs of them', () => {
  expect(arePressed('alt+1', press({ key: '1', code: 'Digit1', altKey: true }))).toBe(true)
  expect(arePressed('alt+1', press({ key: '¡', code: 'Digit1', altKey: true }))).toBe(true)
  expect(arePressed('alt+n', press({ key: 'Dead', code: 'KeyN', altKey: true }))).toBe(true)
  expect(arePressed('alt+1', press({ key: '1', code: 'Digit1' }))).toBe(false)
  expect(arePressed('alt+1', press({ key: '1', code: 'Digit1', altKey: true, ctrlKey: true }))).toBe(false)
  expect(arePressed('1', press({ key: '1', code: 'Digit1', altKey: true }))).toBe(false)
})

it('tells Enter with Ctrl from Enter with Ctrl and Shift', () => {
  const both = press({ key: 'Enter', code: 'Enter', ctrlKey: true, shiftKey: true })
  expect([arePressed('mod+enter', both), arePressed('mod+shift+enter', both)]).toEqual([false, true])
  const one = press({ key: 'Enter', code: 'Enter', ctrlKey: true })
  expect([arePressed('mod+enter', one), arePressed('mod+shift+enter', one)]).toEqual([true, false])
})

it('names keys for people and for screen readers', () => {
  expect(capsOf('mod+k')).toEqual(['Ctrl', 'K'])
  expect(ariaKeys('mod+\\')).toBe('Control+\\')
  expect(capsOf('alt+n')).toEqual(['Alt', 'N'])
  expect([isSingle('?'), isSingle('mod+k'), isSingle('alt+n')]).toEqual([true, false, false])
})
