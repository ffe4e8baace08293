import { supabase } from '@/lib/supabase'
import { signInError } from './request-code'

/** Exchanges the code for a session. @throws AppError `otp_expired` for a wrong or old code, `login_error` else */
export async function verifyCode(email: string, token: string): Promise<void> {
  const { error } = await supabase.auth.verifyOtp({ email, token, type: 'email' })
  if (error) throw signInError(error)
}
