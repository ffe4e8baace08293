import { useState } from 'react'
import { invitationOf } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/use-command'
import {
  emptyForm,
  finishSignUp,
  type KeptForm,
  type Problems,
  readForm,
  readKeptForm,
  type SignUpForm,
  type SignUpRole,
  sendForm,
  writeKeptForm
} from './sign-up'
import { useSignIn } from './use-sign-in'

/** The form that is on its way, as this tab keeps it. */
function useKeptForm() {
  const [kept, setKept] = useState(() => readKeptForm(sessionStorage))
  const keep = (next: KeptForm | null) => {
    writeKeptForm(sessionStorage, next)
    setKept(next)
  }
  return [kept, keep] as const
}

/** Form, then code, then for drivers the licence: what is entered, what is wrong, what is under way. */
export function useSignUp() {
  const { refreshProfile, signOut } = useSession()
  const signIn = useSignIn()
  const [kept, keep] = useKeptForm()
  const [usertype, setUsertype] = useState<SignUpRole>(kept?.usertype ?? 'rider')
  const [form, setForm] = useState<SignUpForm>(() => ({
    ...emptyForm,
    referralId: invitationOf(window.location.search)
  }))
  const [problems, setProblems] = useState<Problems>({})
  const sending = useCommand(sendForm, {
    onDone: ({ uid }, { email, mobile }) => {
      keep({ uid, usertype })
      signIn.request(email ?? mobile ?? '')
    }
  })
  const finishing = useCommand(
    (licence: { path: string; expiresOn: string; number: string } | undefined) =>
      finishSignUp(kept?.uid ?? '', licence),
    {
      onDone: async ({ usertype: role, approved }) => {
        // The session has ended where the role is another one.
        keep(role === 'driver' && kept?.usertype === 'driver' ? { ...kept, sent: true, approved } : null)
        await (role === 'driver' ? signOut() : refreshProfile())
      }
    }
  )
  const send = (): boolean => {
    const read = readForm(usertype, form)
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
    signIn,
    forget: () => keep(null)
  }
}

export type SignUp = ReturnType<typeof useSignUp>
