import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LoginRoute } from './login-route'

const session = vi.hoisted(() => ({ status: 'signed_out', role: null as string | null, notice: null as string | null }))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))
vi.mock('@/entities/person', () => ({ useSession: () => session }))
vi.mock('@/features/site/auth', () => ({
  LoginPage: ({ notice }: { notice: string | null }) => <form>{notice}</form>,
  readStoredForm: () => null
}))

let root: Root
let place: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  Object.assign(session, { status: 'signed_out', role: null, notice: null })
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => act(async () => root.unmount()))

function Address() {
  const { pathname, search } = useLocation()
  return <i>{pathname + search}</i>
}

/** Signs in at an address and returns the path on which the person arrives. */
async function signIn(role: string, at = '/login') {
  Object.assign(session, { status: 'signed_in', role })
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path="/login" element={<LoginRoute />} />
          <Route path="*" element={<Address />} />
        </Routes>
      </MemoryRouter>
    )
  )
  return place.querySelector('i')?.textContent
}

it.each([
  ['admin', '/dashboard'],
  ['fleetadmin', '/dashboard'],
  ['driver', '/drive'],
  ['rider', '/']
  // Spec 2.30
])('after signing in a %s is sent to %s', async (role, to) => {
  expect(await signIn(role)).toBe(to)
})

it('after signing in a person continues to the requested page, but never to another site', async () => {
  expect(await signIn('rider', '/login?next=/bookings%3Fq=x')).toBe('/bookings?q=x')
  await act(async () => root.unmount())
  root = createRoot(place)
  expect(await signIn('rider', '/login?next=//evil.test')).toBe('/')
})

it('the form stays while the profile is looked up, with a spinner over it', async () => {
  Object.assign(session, { status: 'loading', notice: 'require_approval' })
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={['/login']}>
        <LoginRoute />
      </MemoryRouter>
    )
  )
  expect(place.querySelector('form')?.textContent).toBe('require_approval')
  expect(place.querySelector('[role=status]')?.textContent).toBe('loading')
})
