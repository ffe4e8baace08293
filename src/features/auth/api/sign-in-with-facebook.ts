import { supabase } from '@/lib/supabase'
import { signInError } from './request-code'

/** Leaves for the social network, which sends the person back with a session. @throws AppError `login_error` */
export async function signInWithFacebook(): Promise<void> {
  const { error } = await supabase.auth.signInWithOAuth({
    provider: 'facebook',
    options: { redirectTo: window.location.origin }
  })
  if (error) throw signInError(error)
}
