import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { type Found, foundBy, type Slot, useCovers } from '@/entities/place'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'

interface PlaceQuestionProps {
  slot: Slot
  found: Extract<Found, { choices: unknown }>
  onAnswer: (found: Found) => void
}

/** Asks which of several matching places a link means. */
export function PlaceQuestion({ slot, found: { choices, words }, onAnswer }: PlaceQuestionProps) {
  const { t } = useTranslation('booking_link')
  const errorText = useErrorText()
  const covers = useCovers()
  const finding = useCommand((choice: (typeof choices)[number]) => foundBy(choice, covers), {
    worksOffline: true,
    onDone: onAnswer
  })
  const name = typeof slot === 'string' ? slot : 'stop'
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onAnswer({ problem: 'choose', words })}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t(`which.${name}`)}</DialogTitle>
          <DialogDescription>{t('which.text', { words })}</DialogDescription>
        </DialogHeader>
        <ul className="space-y-2">
          {choices.map((choice) => (
            <li key={choice.place_id}>
              <Button
                variant="outline"
                className="h-auto min-h-12 w-full flex-col gap-0 py-2 text-start whitespace-normal"
                disabled={finding.busy}
                onClick={() => void finding.run(choice)}
              >
                <span dir="auto" className="self-start">
                  {choice.main_text || choice.description}
                </span>
                {choice.secondary_text && (
                  <span dir="auto" className="self-start text-sm font-normal text-muted">
                    {choice.secondary_text}
                  </span>
                )}
              </Button>
            </li>
          ))}
        </ul>
        {finding.error ? (
          <Alert tone="bad" className="mt-3">
            {errorText(finding.error)}
          </Alert>
        ) : null}
      </DialogContent>
    </Dialog>
  )
}
