import { useTranslation } from 'react-i18next'
import type { DeclaredForm } from './declare-form'
import { FormSection } from './form-section'

/** The fields of a declared form, in their sections. */
export function FormFields({ of: { fields, texts } }: { of: DeclaredForm }) {
  const { t } = useTranslation(texts)
  const all = Object.entries(fields)
  const inSection = (wanted: string | undefined) =>
    all
      .filter(([, { section }]) => section === wanted)
      .map(([name, { Control, label = name, hint, className }]) => (
        <Control
          key={name}
          name={name}
          texts={texts}
          label={t(label)}
          {...(hint && { hint: t(hint) })}
          {...(className && { className })}
        />
      ))
  return [...new Set(all.map(([, { section }]) => section))].map((section) =>
    section ? (
      <FormSection key={section} title={t(section)} lead={t(`${section}_lead`)}>
        {inSection(section)}
      </FormSection>
    ) : (
      <div key="" className="grid grid-cols-2 gap-x-3 gap-y-4">
        {inSection(section)}
      </div>
    )
  )
}
