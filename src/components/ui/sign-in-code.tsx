import type { ComponentProps } from 'react'
import { codeLengthFor, LONGEST_CODE, SHORTEST_CODE } from '@/lib/typing/one-time-code'
import { OtpInput } from './otp-input'

interface SignInCodeProps extends Omit<ComponentProps<typeof OtpInput>, 'length' | 'shortest' | 'longest'> {
  /** The address or number to which the code was sent. */
  sentTo: string
}

/**
 * The field for a code of Supabase Auth. It takes each code that Auth can send, because a project can change the length without
 * this page. It completes only at the length that the page was told; otherwise the person presses the button.
 */
export function SignInCode({ sentTo, onComplete, ...props }: SignInCodeProps) {
  const told = codeLengthFor(sentTo)
  return (
    <OtpInput
      {...props}
      length={told ?? SHORTEST_CODE}
      shortest={SHORTEST_CODE}
      longest={LONGEST_CODE}
      onComplete={told === null ? undefined : onComplete}
    />
  )
}
