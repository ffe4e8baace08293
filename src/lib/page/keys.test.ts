import { expect, it } from 'vitest'
import { arePressed, ariaKeys, capsOf, isSingle } from './keys'

const press = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init)

it('a letter with Ctrl is recognised, and not with another modifier', () => {
  expect(arePressed('mod+k', press({ key: 'k', code: 'KeyK', ctrlKey: true }))).toBe(true)
  expect(arePressed('mod+k', press({ key: 'k', code: 'KeyK' }))).toBe(false)
  expect(arePressed('mod+k', press({ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }))).toBe(false)
  expect(arePressed('mod+k', press({ key: 'k', code: 'KeyK', ctrlKey: true, altKey: true }))).toBe(false)
  expect(arePressed('mod+k', press({ key: 'k', code: 'KeyK', metaKey: true }))).toBe(false)
})

it('a letter is recognised by its physical key on an Arabic keyboard', () => {
  expect(arePressed('mod+k', press({ key: 'ن', code: 'KeyK', ctrlKey: true }))).toBe(true)
  expect(arePressed('mod+k', press({ key: 'م', code: 'KeyL', ctrlKey: true }))).toBe(false)
})

it('a letter moved by a Latin layout is recognised by its character', () => {
  expect(arePressed('mod+z', press({ key: 'z', code: 'KeyY', ctrlKey: true }))).toBe(true)
  expect(arePressed('mod+y', press({ key: 'z', code: 'KeyY', ctrlKey: true }))).toBe(false)
})

it('symbols are recognised with or without Shift, in each script', () => {
  expect(arePressed('?', press({ key: '?', code: 'Slash', shiftKey: true }))).toBe(true)
  expect(arePressed('?', press({ key: '؟', code: 'Slash', shiftKey: true }))).toBe(true)
  expect(arePressed('mod+\\', press({ key: '#', code: 'Backslash', ctrlKey: true }))).toBe(true)
})

it('letters and digits with Alt are recognised, even if Alt produces other characters', () => {
  expect(arePressed('alt+1', press({ key: '1', code: 'Digit1', altKey: true }))).toBe(true)
  expect(arePressed('alt+1', press({ key: '¡', code: 'Digit1', altKey: true }))).toBe(true)
  expect(arePressed('alt+n', press({ key: 'Dead', code: 'KeyN', altKey: true }))).toBe(true)
  expect(arePressed('alt+1', press({ key: '1', code: 'Digit1' }))).toBe(false)
  expect(arePressed('alt+1', press({ key: '1', code: 'Digit1', altKey: true, ctrlKey: true }))).toBe(false)
  expect(arePressed('1', press({ key: '1', code: 'Digit1', altKey: true }))).toBe(false)
})

it('Enter with Ctrl is distinguished from Enter with Ctrl and Shift', () => {
  const both = press({ key: 'Enter', code: 'Enter', ctrlKey: true, shiftKey: true })
  expect([arePressed('mod+enter', both), arePressed('mod+shift+enter', both)]).toEqual([false, true])
  const one = press({ key: 'Enter', code: 'Enter', ctrlKey: true })
  expect([arePressed('mod+enter', one), arePressed('mod+shift+enter', one)]).toEqual([true, false])
})

it('shortcuts have labels for people and for screen readers', () => {
  expect(capsOf('mod+k')).toEqual(['Ctrl', 'K'])
  expect(ariaKeys('mod+\\')).toBe('Control+\\')
  expect(capsOf('alt+n')).toEqual(['Alt', 'N'])
  expect([isSingle('?'), isSingle('mod+k'), isSingle('alt+n')]).toEqual([true, false, false])
})
