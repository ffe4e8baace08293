import { useState } from 'react'
import { invitationOf } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import {
  type ApplicationPaper,
  emptyForm,
  finishSignUp,
  keepForm,
  type Problems,
  readApplication,
  readForm,
  readStoredForm,
  type SignUpForm,
  type SignUpRole,
  type StoredForm,
  sendForm
} from '../model/sign-up'
import { useSignIn } from './use-sign-in'

/**
 * Returns the sign-up form of this tab and its setter. If this tab has none, the application that waits on this device is
 * returned instead.
 */
function useKeptForm() {
  const [kept, setKept] = useState(() => readStoredForm() ?? readApplication())
  const keep = (next: StoredForm | null) => {
    keepForm(next)
    setKept(next)
  }
  return [kept, keep] as const
}

/** The role for which the page's address asks, as the link “Drive with us” does. */
const askedRole = (): SignUpRole =>
  new URLSearchParams(window.location.search).get('as') === 'driver' ? 'driver' : 'rider'

/** State and commands of signing up: form, then code, then for drivers the papers, with errors and progress. */
export function useSignUp() {
  const { refreshProfile, signOut } = useSession()
  const signIn = useSignIn()
  const [kept, keep] = useKeptForm()
  const [usertype, setUsertype] = useState<SignUpRole>(kept?.usertype ?? askedRole())
  const [form, setForm] = useState<SignUpForm>(() => ({
    ...emptyForm,
    referralId: invitationOf(window.location.search)
  }))
  const [problems, setProblems] = useState<Problems>({})
  const sending = useCommand(sendForm, {
    onDone: ({ uid }, { email, mobile }) => {
      keep({ uid, usertype })
      void signIn.request(email ?? mobile ?? '')
    }
  })
  const finishing = useCommand(() => finishSignUp(kept?.uid ?? '', kept?.papers), {
    onDone: async ({ usertype: role }) => {
      // A driver is signed out, because the application must be approved first. This device keeps only the application's id, so
      // that the page can show its state later. A rider's form is deleted.
      keep(role === 'driver' && kept?.usertype === 'driver' ? { uid: kept.uid, usertype: 'driver', sent: true } : null)
      await (role === 'driver' ? signOut() : refreshProfile())
    }
  })
  /** Adds a paper; it replaces an earlier picture of the same kind. */
  const addPaper = (paper: ApplicationPaper) => {
    if (kept) keep({ ...kept, papers: [...(kept.papers ?? []).filter(({ kind }) => kind !== paper.kind), paper] })
  }
  const send = async (): Promise<boolean> => {
    const read = await readForm(usertype, form)
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) return false
    void sending.run(read.regData)
    return true
  }
  const set = (field: keyof SignUpForm) => (value: string) => {
    setForm({ ...form, [field]: value })
    setProblems({ ...problems, [field]: undefined })
    sending.reset()
  }
  return {
    kept,
    usertype,
    setUsertype,
    form,
    set,
    problems,
    send,
    sending,
    finishing,
    addPaper,
    signIn,
    forget: () => keep(null)
  }
}

export type SignUp = ReturnType<typeof useSignUp>
