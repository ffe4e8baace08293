import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import form from '@/components/form/texts/form/en.json'
import words from '@/entities/paper/texts/paper_form/en.json'
import errors from '@/lib/texts/errors/en.json'
import { PaperForm, type PaperFormProps } from './paper-form'
import type { HandedIn, PaperKind } from './papers'

vi.mock('@/entities/settings', () => ({ useFormat: () => ({ locale: 'en-GB', timeZone: 'Europe/Vaduz' }) }))
vi.mock('@/lib/session/auth-client', () => ({
  apiUrl: 'http://api.test',
  apiKey: 'key',
  accessToken: async () => 'token'
}))

/** The requests that were sent; each waits until the test answers it. */
let requests: Request[]
class Request {
  url = ''
  status = 0
  responseText = ''
  isAborted = false
  upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null }
  onload = () => {}
  onerror = () => {}
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader() {}
  send() {
    requests.push(this)
  }
  abort() {
    this.isAborted = true
  }
  answer(status: number) {
    this.status = status
    this.onload()
  }
}

const scrolled = vi.fn()
let host: HTMLElement
let root: ReturnType<typeof createRoot>
let handedIn: HandedIn[]

beforeAll(async () => {
  const en = { errors, form, paper_form: words }
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en }, interpolation: { escapeValue: false } })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('XMLHttpRequest', Request)
  Element.prototype.scrollIntoView = scrolled
})
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z') })
  requests = []
  handedIn = []
  scrolled.mockClear()
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  await show()
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.useRealTimers()
})

const license: PaperKind = {
  id: 'license',
  name: '',
  subject: 'driver',
  needed_from: null,
  has_expiry: true,
  has_number: true,
  active: true
}
const show = (props: Partial<PaperFormProps> = {}) =>
  act(async () =>
    root.render(
      <PaperForm kind={license} to="d1" busy={false} error={null} onSubmit={(one) => handedIn.push(one)} {...props} />
    )
  )
const button = (name: string) => {
  const found = [...host.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name)
  if (!found) throw new Error(`no button "${name}" in "${host.textContent}"`)
  return found
}
const press = (name: string) =>
  act(async () => {
    button(name).click()
    await vi.advanceTimersByTimeAsync(0)
  })
const write = (label: string, text: string) =>
  act(async () => {
    const field = [...host.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))
    const input = document.getElementById(field?.htmlFor ?? '') as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
const choose = (name = 'licence.pdf', type = 'application/pdf') =>
  act(async () => {
    const input = host.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('no file can be chosen')
    Object.defineProperty(input, 'files', { configurable: true, value: [new File(['%PDF'], name, { type })] })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
const fill = async () => {
  await choose()
  await write('Number on it', 'L 44')
  await write('Valid until', '31/12/2090')
}
const after = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const answer = (status: number) =>
  act(async () => {
    requests.at(-1)?.answer(status)
    await vi.advanceTimersByTimeAsync(0)
  })

it('one press uploads the picture and hands it in with the number and the last day', async () => {
  await press('Hand in')
  expect(host.textContent).toContain(words.missing)
  await fill()
  await press('Hand in')
  expect(handedIn).toEqual([])
  expect(button('Sending …').getAttribute('aria-busy')).toBe('true')
  expect(host.querySelector('fieldset')?.disabled).toBe(true)
  await act(async () => requests[0]?.upload.onprogress?.({ loaded: 2 }))
  expect(host.textContent).toContain('50 % sent')
  await answer(200)
  const [path] = /users\/(d1\/license-[\w-]+)$/.exec(requests[0]?.url ?? '')?.slice(1) ?? []
  expect(handedIn).toEqual([{ path, number: 'L 44', expiresOn: '2090-12-31' }])
})

it('nothing is sent until number and last day are given', async () => {
  await choose()
  await press('Hand in')
  expect(requests).toEqual([])
  expect(host.textContent).toContain(words.number_missing)
  expect(host.textContent).toContain(words.until_invalid)
})

it('a broken connection is reported at once, and the upload is tried again by itself or by a press', async () => {
  await fill()
  await press('Hand in')
  expect(scrolled).not.toHaveBeenCalled()
  await answer(503)
  expect(host.textContent).toContain(words.interrupted)
  expect(scrolled).toHaveBeenCalledOnce()
  await press('Try again')
  expect(requests).toHaveLength(2)
  expect(host.textContent).not.toContain(words.interrupted)
  // The pause that the press replaced does not lead to a third request.
  await after(60_000)
  expect(requests).toHaveLength(2)
  await answer(503)
  await after(1000)
  expect(requests).toHaveLength(3)
  await answer(200)
  expect(handedIn).toMatchObject([{ number: 'L 44' }])
})

it('an upload that failed for good keeps what was entered, and the next press sends it', async () => {
  await fill()
  await press('Hand in')
  await answer(403)
  expect(host.querySelector('[role=alert]')?.textContent).toContain(words.kept)
  await press('Try again')
  expect(requests).toHaveLength(2)
  await answer(200)
  expect(handedIn).toMatchObject([{ number: 'L 44', expiresOn: '2090-12-31' }])
})

it.each([
  ['holds the file already, because only the response was lost', 409],
  ['has expired', 400]
])('if the signed address %s, the next press requests another one', async (_, status) => {
  const addresses = ['one', 'two'].map((name) => ({ path: `d1/license-${name}`, token: name }))
  await show({ to: async () => addresses.shift() ?? { path: '', token: '' } })
  await fill()
  await press('Hand in')
  await answer(503)
  await after(1000)
  await answer(status)
  await press('Try again')
  expect(requests.map(({ url }) => url.split('?')[1])).toEqual(['token=one', 'token=one', 'token=two'])
  await answer(200)
  expect(handedIn).toMatchObject([{ path: 'd1/license-two', number: 'L 44' }])
})

it('if only the submission failed, the next press does not send the picture again', async () => {
  await fill()
  await press('Hand in')
  await answer(200)
  await show({ error: { key: 'network_error' } })
  expect(host.querySelector('[role=alert]')?.textContent).toContain(words.kept)
  await press('Try again')
  expect(requests).toHaveLength(1)
  expect(handedIn).toHaveLength(2)
  expect(handedIn[1]).toEqual(handedIn[0])
  await show({ error: { key: 'document_invalid' } })
  await press('Try again')
  expect(requests).toHaveLength(2)
})

it('a file that the storage refuses is reported when it is chosen', async () => {
  await choose('licence.gif', 'image/gif')
  expect(host.querySelector('[role=alert]')?.textContent).toContain('PNG, JPEG, WEBP, PDF')
  expect(requests).toEqual([])
})

it('an upload ends when the form is closed', async () => {
  await fill()
  await press('Hand in')
  await act(async () => root.render(null))
  expect(requests[0]?.isAborted).toBe(true)
  expect(handedIn).toEqual([])
})

it('a reason why nothing may be uploaded is shown in place of sending', async () => {
  await show({ refusal: 'demo_mode' })
  await fill()
  await press('Hand in')
  expect(host.querySelector('[role=alert]')?.textContent).toContain(errors.demo_mode)
  expect(requests).toEqual([])
})

it('a kind without number and last day asks for neither', async () => {
  await show({ kind: { ...license, id: 'course', has_number: false, has_expiry: false } })
  expect(host.querySelector('input:not([type=file])')).toBeNull()
  await choose()
  await press('Hand in')
  await answer(200)
  expect(handedIn).toMatchObject([{ number: '', expiresOn: null }])
  expect(handedIn[0]?.path).toMatch(/^d1\/course-/)
})
