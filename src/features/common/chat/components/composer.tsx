import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { MessageLine } from '@/components/ui/message-line'
import { textLimits } from '@/types/text-limits'

const LIMIT = textLimits.chat_messages.message

const QUICK: Record<'rider' | 'driver', readonly string[]> = {
  rider: ['coming', 'where', 'thanks'],
  driver: ['here', 'minutes', 'ok']
}

interface ComposerProps {
  role: 'rider' | 'driver'
  /** The rider's start code while the driver is waiting for it; otherwise null. */
  code: string | null
  onSend: (text: string) => void
}

/** The input of the chat: a text field and quick replies (the start code, if the driver waits for it, and three more). */
export function Composer({ role, code, onSend }: ComposerProps) {
  const { t } = useTranslation('chat')
  return (
    <div className="space-y-2 pt-2">
      <ul className="flex gap-2 overflow-x-auto pb-1" aria-label={t('quick.label')}>
        {code && (
          <li className="shrink-0">
            <Button variant="accent" onClick={() => onSend(t('quick.code_message', { code }))}>
              {t('quick.code')}
            </Button>
          </li>
        )}
        {QUICK[role].map((key) => (
          <li key={key} className="shrink-0">
            <Button variant="outline" onClick={() => onSend(t(`quick.${role}.${key}`))}>
              {t(`quick.${role}.${key}`)}
            </Button>
          </li>
        ))}
      </ul>
      <MessageLine
        label={t('message')}
        send={t('send')}
        limit={LIMIT}
        onSend={(text) => {
          onSend(text)
          return true
        }}
      />
    </div>
  )
}
