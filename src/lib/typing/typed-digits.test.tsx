import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeAllDigits } from './typed-digits'

let root: Root

function Field({ type }: { type?: string }) {
  const [text, setText] = useState('')
  return (
    <>
      <input type={type} value={text} onChange={({ target }) => setText(target.value)} />
      <textarea />
      <output>{text}</output>
    </>
  )
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  takeAllDigits()
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

function show(type?: string): HTMLInputElement {
  const frame = document.body.appendChild(document.createElement('div'))
  root = createRoot(frame)
  act(() => root.render(<Field {...(type && { type })} />))
  return frame.querySelector('input') as HTMLInputElement
}

/** Sets a field's text as the browser does when somebody types: past React, and then reported. */
function type(
  field: HTMLInputElement | HTMLTextAreaElement,
  text: string,
  event: Event = new InputEvent('input', { bubbles: true })
) {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  act(() => void field.dispatchEvent(event))
}
const heard = () => document.querySelector('output')?.textContent

describe('a field of one line', () => {
  it.each([
    ['Arabic', '١٢٣٤٥٦', '123456'],
    ['Persian', '۱۲۳۴۵۶', '123456'],
    ['Devanagari', '१२३४५६', '123456'],
    ['Bengali', '১২৩৪৫৬', '123456'],
    ['full-width', '１２３４５６', '123456'],
    ['Adlam, whose digits take two code units', '𞥑𞥒𞥓', '123'],
    ['a plate', 'أ ب ج ٧٤١', 'أ ب ج 741'],
    ['a house number', 'شارع ٥ / ٢١', 'شارع 5 / 21']
  ])('takes %s digits', (_, typed, latin) => {
    const field = show()
    type(field, typed)
    expect(field.value).toBe(latin)
    expect(heard()).toBe(latin)
  })

  it.each(['text', 'search', 'tel', 'email', 'url', 'password'])('of the type %s takes them', (of) => {
    const field = show(of)
    type(field, '٤٢')
    expect(heard()).toBe('42')
  })

  it('keeps the caret where somebody types', () => {
    const field = show()
    type(field, '1𞥒٣4')
    field.setSelectionRange(4, 4)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '1𞥒٣4')
    field.setSelectionRange(4, 4)
    act(() => void field.dispatchEvent(new InputEvent('input', { bubbles: true })))
    expect([field.value, field.selectionStart]).toEqual(['1234', 3])
  })

  it('waits until a composed word is complete', () => {
    const field = show()
    type(field, '٤٢', new InputEvent('input', { bubbles: true, isComposing: true }))
    expect(heard()).toBe('٤٢')
    act(() => void field.dispatchEvent(new Event('compositionend', { bubbles: true })))
    expect(heard()).toBe('42')
  })
})

it('prose of several lines keeps its digits', () => {
  show()
  const prose = document.querySelector('textarea') as HTMLTextAreaElement
  type(prose, 'الطابق ٣')
  expect(prose.value).toBe('الطابق ٣')
})

it('no field has a type that drops digits of other scripts, or is edited without being a field', () => {
  const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true
  })
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  const wrong = Object.entries(sources).filter(([, source]) => /type=["'{ ]+number|contentEditable/.test(source))
  expect(wrong.map(([path]) => path)).toEqual([])
})
