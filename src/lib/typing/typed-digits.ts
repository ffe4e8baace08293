import { plainDigits } from './digits'

/**
 * Fields of one line. Texts of several lines keep their digits: nothing is computed from prose. Numbers have no fields of the
 * type `number`, which drop the digits of other scripts before anybody can read them.
 */
const LINES =
  'input:not([type]), input[type=text], input[type=search], input[type=tel], input[type=email], input[type=url], input[type=password]'

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

/** Replaces the digits of other scripts in a field. Returns whether there were any. */
function makeLatin(field: HTMLInputElement): boolean {
  const typed = field.value
  const latin = plainDigits(typed)
  if (latin === typed) return false
  // A digit may take two code units, as those of Adlam do. Fields for addresses do not tell where the caret is.
  const caret = field.selectionStart === null ? null : plainDigits(typed.slice(0, field.selectionStart)).length
  // The prototype's setter: React would take a value that was set on the field itself for its own, and report no change.
  setValue?.call(field, latin)
  if (caret !== null) field.setSelectionRange(caret, caret)
  return true
}

function onInput(event: Event): void {
  const { target } = event
  if (!(target instanceof HTMLInputElement) || !target.matches(LINES)) return
  // Keyboards that compose words would lose their place.
  if (event instanceof InputEvent && event.isComposing) return
  makeLatin(target)
}

function onComposed({ target }: Event): void {
  if (target instanceof HTMLInputElement && target.matches(LINES) && makeLatin(target))
    target.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Makes every field of one line take digits of any script: codes, amounts, numbers, house numbers, plates and searches are
 * compared and computed with Latin digits. It works on the document, before the field's own code, so that no field can be
 * forgotten.
 */
export function takeAllDigits(): void {
  // Of the same function only one listener is added, however often this is called.
  document.addEventListener('input', onInput, true)
  document.addEventListener('compositionend', onComposed, true)
}
