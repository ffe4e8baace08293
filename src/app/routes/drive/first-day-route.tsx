import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { useSession } from '@/entities/person'
import { Photo } from '@/features/common/profile'
import { BankSection, useBank } from '@/features/common/wallet'
import { OwnPapers } from '@/features/driver/car'
import { FirstDayPage, firstDayKey } from '@/features/driver/first-day'

/** The driver's first day, with the parts of other features of which it consists. */
export function FirstDayRoute() {
  return (
    <FirstDayPage
      contents={{
        papers: (driverId) => <Papers driverId={driverId} />,
        photo: () => <Picture />,
        bank: (driverId) => <Bank driverId={driverId} />
      }}
    />
  )
}

function Papers({ driverId }: { driverId: string }) {
  const { mutate } = useSWRConfig()
  return <OwnPapers driverId={driverId} onHandedIn={() => void mutate(firstDayKey(driverId))} />
}

function Bank({ driverId }: { driverId: string }) {
  const { mutate } = useSWRConfig()
  const account = useBank(driverId).data?.bank_account
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account may complete the step
  useEffect(() => void mutate(firstDayKey(driverId)), [account, driverId, mutate])
  return <BankSection userId={driverId} />
}

function Picture() {
  const { profile } = useSession()
  return profile && <Photo profile={profile} />
}
