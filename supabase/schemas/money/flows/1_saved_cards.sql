-- Saved cards: a provider's token for a card, stored with the consent of its owner, and what the owner sees of it.
-- Access: people read and remove their own cards; only the edge function payments gets tokens, by the service role
-- Tests:  tests/db/saved_cards.sql

create function app.record_card(payment public.payments, card uuid, consent text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if record_card.card is not null then
    update public.payment_methods m set used_at = app.now() where m.id = record_card.card
      and m.user_id = (payment).customer_id and m.provider = (payment).provider;
    if not found then
      perform app.refuse('card_not_found', 404, 'No such card of this customer with this provider');
    end if;
    insert into app.payment_cards (payment_id, method_id) values ((payment).id, record_card.card);
  elsif record_card.consent is not null and (payment).customer_id is not null then
    if record_card.consent !~ '^\d{4}-\d{2}$' then
      perform app.refuse('no_details_error', 422, 'consent is the version of the wording, such as 2026-11');
    end if;
    if (select count(*) from public.payment_methods m where m.user_id = (payment).customer_id) >= app.max_cards() then
      perform app.refuse('too_many_cards', 409, format('Remove a card first; at most %s', app.max_cards()));
    end if;
    insert into app.card_consents (payment_id, user_id, wording)
      values ((payment).id, (payment).customer_id, record_card.consent);
  end if;
end $$;
comment on function app.record_card is
  'Stores which saved card pays a payment, or that the owner wants to save the card of this payment. '
  'Errors: card_not_found, too_many_cards.';

-- Queues the deletion of a card's token at the provider.
create function app.queue_card_removal(method public.payment_methods) returns void
language sql volatile security definer set search_path = '' as $$
  with job as (insert into app.payment_jobs (kind, payment_id)
    select 'forget', (method).consent_id from app.card_tokens t where t.method_id = (method).id returning id)
  insert into app.removed_cards (job_id, token, customer_ref)
  select job.id, t.token, t.customer_ref from job, app.card_tokens t where t.method_id = (method).id
$$;

create function app.withdraw_consent(id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update app.card_consents c set withdrawn_at = app.now() where c.payment_id = withdraw_consent.id
    and c.withdrawn_at is null
$$;

-- Stores the token of a card after a payment with consent. Idempotent. A card that was removed is not saved again by a
-- repeated call, because its consent is withdrawn.
create function public.save_card(payment_id uuid, token text, customer_ref text, brand text, last4 text,
  exp_month integer, exp_year integer) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_consent app.card_consents;
  v_payment public.payments;
  v_card public.payment_methods;
  v_brand text := coalesce(nullif(left(regexp_replace(lower(save_card.brand), '[^a-z0-9]', '', 'g'), 20), ''), 'card');
begin
  select c.* into v_consent from app.card_consents c where c.payment_id = save_card.payment_id;
  if not found then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('cards' || v_consent.user_id::text, 0));
  select p.* into v_payment from public.payments p where p.id = save_card.payment_id and app.is_secured(p.status);
  if not found or not exists (select 1 from app.card_consents c where c.payment_id = v_consent.payment_id
    and c.withdrawn_at is null)
    or app.has_no_account(v_consent.user_id)
    or not coalesce(length(save_card.token) between 1 and 500 and save_card.last4 ~ '^[0-9]{4}$'
      and save_card.exp_month between 1 and 12
      and save_card.exp_year between 2000 and 2200, false) then return null; end if;
  -- If the same card is saved again with another payment, the new token replaces the old one.
  select m.* into v_card from public.payment_methods m where m.user_id = v_consent.user_id
    and m.provider = v_payment.provider
    and (m.consent_id = v_consent.payment_id or m.brand = v_brand and m.last4 = save_card.last4
      and m.exp_month = save_card.exp_month and m.exp_year = save_card.exp_year);
  if v_card.consent_id = v_consent.payment_id then return v_card.id; end if;
  if v_card.id is not null then
    if (select t.token from app.card_tokens t where t.method_id = v_card.id) <> save_card.token then
      perform app.queue_card_removal(v_card);
    end if;
    perform app.withdraw_consent(v_card.consent_id);
    update public.payment_methods m set consent_id = v_consent.payment_id, consented_at = v_consent.given_at,
      used_at = app.now() where m.id = v_card.id;
    update app.card_tokens t set token = save_card.token, customer_ref = nullif(left(save_card.customer_ref, 300), '')
      where t.method_id = v_card.id;
    return v_card.id;
  end if;
  if (select count(*) from public.payment_methods m where m.user_id = v_consent.user_id) >= app.max_cards() then
    return null;
  end if;
  insert into public.payment_methods (user_id, provider, brand, last4, exp_month, exp_year, consent_id, consented_at)
  values (v_consent.user_id, v_payment.provider, v_brand, save_card.last4, save_card.exp_month, save_card.exp_year,
    v_consent.payment_id, v_consent.given_at)
  returning * into v_card;
  insert into app.card_tokens (method_id, token, customer_ref)
    values (v_card.id, save_card.token, nullif(left(save_card.customer_ref, 300), ''));
  perform app.broadcast('user:' || v_consent.user_id, 'cards');
  return v_card.id;
end $$;
comment on function public.save_card is
  'Saves the card that paid a payment, if its owner consented at the checkout and has not removed the card since. '
  'Returns the card''s id; null if nothing is saved. Idempotent.';
grant execute on function public.save_card(uuid, text, text, text, text, integer, integer) to service_role;

create function public.remove_card(id uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  perform pg_advisory_xact_lock(hashtextextended('cards' || v_me.id::text, 0));
  delete from public.payment_methods m where m.id = remove_card.id and m.user_id = v_me.id;
  return found;
end $$;
comment on function public.remove_card is
  'Removes a saved card of the caller, withdraws the consent and queues its deletion at the provider. False if the '
  'caller has no such card, as in a retry. '
  'Errors: must_login.';
grant execute on function public.remove_card(uuid) to authenticated;
