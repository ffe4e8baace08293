import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { focusFirstError } from '@/lib/focus'
import type { Place } from '@/lib/geo'
import { isTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'
import { saveAddress } from './commands'
import { placeKeys } from './queries'
import { commonNames, useSavedName } from './saved-name'

const LIMIT = textLimits.saved_addresses.label

/** The way to keep a place under a name, as the last of the person's own places. */
export function SavePlace({ place, userId }: { place: Place; userId: string }) {
  const { t } = useTranslation('places')
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger
        aria-label={t('saved.add')}
        className="grid size-10 shrink-0 place-items-center rounded-full border border-line bg-card hover:bg-soft"
      >
        <Plus aria-hidden className="size-4.5" />
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('saved.add')}</DialogTitle>
          <DialogDescription>
            <bdi>{place.add}</bdi>
          </DialogDescription>
        </DialogHeader>
        <NameForm place={place} userId={userId} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function NameForm({ place, userId, onDone }: { place: Place; userId: string; onDone: () => void }) {
  const { t } = useTranslation('places')
  const errorText = useErrorText()
  const nameOf = useSavedName()
  const [kind, setKind] = useState<string>(commonNames[0])
  const [typed, setTyped] = useState('')
  const saving = useCommand(saveAddress, { invalidates: () => [placeKeys.saved(userId)], onDone })
  const label = kind === 'other' ? typed.trim() : kind
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (label && !isTooLong(label, LIMIT)) void saving.run({ label, place })
    else focusFirstError(event.currentTarget)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Segmented
        label={t('saved.name')}
        value={kind}
        onChange={setKind}
        options={[
          ...commonNames.map((name) => ({ value: name as string, label: nameOf(name) })),
          { value: 'other', label: t('saved.other') }
        ]}
      />
      {kind === 'other' && (
        <Field label={t('saved.name')} limit={{ text: typed, of: LIMIT }}>
          {(control) => (
            <Input {...control} autoFocus value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      )}
      {saving.error && <Alert tone="bad">{errorText(saving.error)}</Alert>}
      <DialogFooter>
        <Button type="submit" size="lg" variant="accent" disabled={!label} busy={saving.busy}>
          {t('common:save')}
        </Button>
      </DialogFooter>
    </form>
  )
}
