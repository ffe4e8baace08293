/**
 * Describes the text controls of a page that say no limit, or cut off what is typed. A control says its limit in `data-limit`,
 * which `Field` sets: the maximum of characters, or a word why there is none. Searches have no limit, and numbers, times and
 * choices from a list have their own rules; but no control has the type `number`, which drops digits of other scripts. Runs in a page, too, so it uses nothing from outside.
 */
export function findUnlimited(within?: string): string[] {
  const root = within ? document.querySelector(within) : document.body
  const numbers = [...(root?.querySelectorAll<HTMLInputElement>('input[type=number]') ?? [])].map(
    (control) => `cannot take digits of other scripts: ${control.getAttribute('aria-label') ?? control.name}`
  )
  const texts = 'textarea, input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=url]'
  const others =
    '[readonly], [role=combobox], [inputmode=search], [inputmode=numeric], [inputmode=decimal], [autocomplete=one-time-code]'
  const controls = [...(root?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(texts) ?? [])]
  const unlimited = controls.flatMap((control) => {
    if (control.matches(others)) return []
    const name = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.name
    if (control.hasAttribute('maxlength')) return `cuts a text off: ${name}`
    return control.hasAttribute('data-limit') ? [] : `has no text limit: ${name}`
  })
  return [...numbers, ...unlimited]
}
