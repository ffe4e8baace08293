-- Checkout: the link that takes a customer to the provider of a payment, and the state of the payment afterwards.
-- Access: only the service role, for the edge function payments, which identifies the customer
-- Tests:  tests/db/checkout.sql, tests/db/card_payment.sql

create function app.store_checkout_token(payment public.payments, token_hash text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare v_until timestamptz;
begin
  if not coalesce(store_checkout_token.token_hash ~ '^[0-9a-f]{64}$', false) then
    perform app.refuse('no_details_error', 422, 'token_hash is a SHA-256 in hexadecimal');
  end if;
  if not app.is_payable(payment) then
    perform app.refuse('payment_closed', 409, format('The payment is %s, or what it paid for is settled',
      (payment).status));
  end if;
  -- Deletes earlier unused links, so that only the last link is valid, even if a page requested two.
  delete from app.checkout_tokens t where t.payment_id = (payment).id and t.used_at is null;
  insert into app.checkout_tokens (token_hash, payment_id) values (store_checkout_token.token_hash, (payment).id)
    returning expires_at into v_until;
  return v_until;
end $$;
comment on function app.store_checkout_token is
  'Stores the hash of a link to a payment, in place of an earlier unused link. '
  'Errors: no_details_error, payment_closed.';

create function public.start_checkout(payment_id uuid, customer_id uuid, token_hash text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  return app.store_checkout_token(app.payment_of(start_checkout.payment_id,
    coalesce(start_checkout.customer_id, gen_random_uuid())), start_checkout.token_hash);
end $$;
comment on function public.start_checkout is
  'Stores the hash of a link that takes this customer to the provider of this payment, once, within 15 minutes; an '
  'earlier unused link expires. Returns when the link expires. '
  'Errors: payment_not_found, payment_closed, no_details_error.';
grant execute on function public.start_checkout(uuid, uuid, text) to service_role;

create function public.start_street_checkout(pay_token text, provider text, token_hash text,
  client_key uuid default gen_random_uuid(), rule jsonb default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := (select l.booking_id from app.street_pay_links l where l.token = start_street_checkout.pay_token);
  v_view jsonb;
begin
  if v_id is null then perform app.refuse('booking_not_found', 404, 'Unknown pay link'); end if;
  v_view := public.create_payment('booking', start_street_checkout.provider, null, v_id,
    client_key => start_street_checkout.client_key, rule => start_street_checkout.rule);
  perform app.store_checkout_token(app.payment_of((v_view ->> 'id')::uuid, null), start_street_checkout.token_hash);
  return v_view;
end $$;
comment on function public.start_street_checkout is
  'Starts a payment of the open amount of a booking, for any client with its link for paying: stores the payment and '
  'the hash of the link to its provider. rule: what the provider takes (create_payment). Returns the payment '
  'view. '
  'Errors: booking_not_found, no_provider_found, wrong_status, nothing_to_pay, payment_out_of_range, payment_running, '
  'payment_closed, no_details_error, too_many_requests.';
grant execute on function public.start_street_checkout(text, text, text, uuid, jsonb) to service_role;

-- Uses up a checkout link and returns its payment. A link works for one request only, even if the payment turns out not
-- to be payable. So a refusal is returned as JSON: raising an error would roll back the use of the link. The refusal
-- contains the id of the payment, so that a page can show the payment's state.
create function public.redeem_checkout(token_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_payment public.payments;
begin
  update app.checkout_tokens t set used_at = app.now()
  where t.token_hash = redeem_checkout.token_hash and t.used_at is null and t.expires_at > app.now()
    returning t.payment_id into v_id;
  select p.* into v_payment from public.payments p where p.id = v_id;
  if app.is_payable(v_payment) then return app.payment_json(v_payment); end if;
  perform set_config('response.status', '410', true);
  return jsonb_build_object('code', 'PT410', 'message', 'checkout_expired', 'hint', 'Start the payment again',
    'details', coalesce(v_id, (select t.payment_id from app.checkout_tokens t
      where t.token_hash = redeem_checkout.token_hash)));
end $$;
comment on function public.redeem_checkout is
  'Uses a link up and returns the payment view. If the link is unknown, used, expired, or no longer payable, returns '
  '{code, message: checkout_expired, hint, details: the payment''s id, if known}, a refusal that commits.';
grant execute on function public.redeem_checkout(text) to service_role;

create function public.note_payment(payment_id uuid, provider_ref text default null,
  expires_at timestamptz default null, next jsonb default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_payment public.payments := app.payment_of(note_payment.payment_id, null);
begin
  update public.payments p
    set provider_ref = coalesce(nullif(left(note_payment.provider_ref, 300), ''), p.provider_ref),
    expires_at = coalesce(note_payment.expires_at, p.expires_at)
  where p.id = v_payment.id and app.is_undecided(p.status) returning p.* into v_payment;
  if not found then return public.payment_view(note_payment.payment_id); end if;
  if jsonb_typeof(note_payment.next) = 'object' then
    insert into app.payment_steps as n (payment_id, next) values (v_payment.id, note_payment.next)
    on conflict on constraint payment_steps_pkey do update set next = excluded.next, at = app.now();
  end if;
  perform app.queue_payment_job('ask', v_payment, wait => interval '2 minutes');
  return public.payment_view(v_payment.id);
end $$;
comment on function public.note_payment is
  'Stores the provider''s response after a payment was started: the provider''s reference, when the payment expires, '
  'and the customer''s next step. From then on a job asks the provider for the state of the payment until it is '
  'decided. Returns payment_view. '
  'Errors: payment_not_found.';
grant execute on function public.note_payment(uuid, text, timestamptz, jsonb) to service_role;

create function app.purge_checkouts() returns void language sql volatile security definer set search_path = '' as $$
  delete from app.checkout_tokens t where t.token_hash in (select o.token_hash from app.checkout_tokens o
    where o.expires_at < app.now() - interval '1 day' order by o.expires_at limit 10000);
  delete from app.payment_steps n using public.payments p where p.id = n.payment_id
    and p.created_at < app.now() - interval '3 days'
$$;
comment on function app.purge_checkouts is
  'Deletes links after a day and stored next steps of payments after three days.';
