-- Saved cards: a provider's token for a card, stored with the consent of its owner, and what the owner sees of it.

create function app.tg_payment_methods__remove_card() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_card_removal(old), app.withdraw_consent(old.consent_id);
  return old;
end $$;

create trigger payment_methods__remove_card before delete on public.payment_methods for each row
  execute function app.tg_payment_methods__remove_card();
