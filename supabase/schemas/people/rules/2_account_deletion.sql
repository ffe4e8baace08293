-- Leaving: exports a person's data as JSON, and deletes a person.

create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_others text[] := array['customer_name', 'customer_contact', 'customer_image', 'guest_name'];
begin
  perform app.require_edits();
  return jsonb_build_object('exported_at', app.now(), 'profile', to_jsonb(v_me),
    'driver', (select to_jsonb(d) from public.drivers d where d.id = v_me.id),
    'bank_details', (select to_jsonb(b) from public.bank_details b where b.user_id = v_me.id),
    'tax_details', (select to_jsonb(t) from public.tax_details t where t.user_id = v_me.id),
    'documents', (select coalesce(jsonb_agg(to_jsonb(d) - 'decided_by'), '[]') from public.driver_documents d
      where d.driver_id = v_me.id),
    'saved_addresses', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.saved_addresses a
      where a.user_id = v_me.id),
    'bookings', (select coalesce(jsonb_agg(to_jsonb(b) - 'driver_image' || to_jsonb(k)
      - '{booking_id,driver_contact}'::text[] order by b.created_at), '[]')
      from public.bookings b left join public.booking_contacts k on k.booking_id = b.id where b.customer_id = v_me.id),
    'trips', (select coalesce(jsonb_agg(to_jsonb(b) - v_others order by b.created_at), '[]') from public.bookings b
      where b.driver_id = v_me.id),
    'no_show_fees', (select coalesce(jsonb_agg(to_jsonb(f) - 'decided_by'), '[]') from public.no_show_fees f
      where f.customer_id = v_me.id),
    'cash_reports', (select coalesce(jsonb_agg(to_jsonb(r) - 'decided_by'), '[]') from public.cash_reports r
      where r.customer_id = v_me.id),
    'cases', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.cases c
      where v_me.id in (c.customer_id, c.driver_id)),
    'ratings', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.ratings r where r.from_id = v_me.id),
    'desk_messages', (select coalesce(jsonb_agg(to_jsonb(m) - 'author_id'), '[]') from public.desk_messages m
      where m.driver_id = v_me.id),
    'messages', (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from public.chat_messages m where m.from_id = v_me.id),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from public.notices n where n.user_id = v_me.id),
    'devices', (select coalesce(jsonb_agg(to_jsonb(t) - 'token'), '[]') from public.push_tokens t
      where t.user_id = v_me.id),
    'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]') from public.payments p
      where p.customer_id = v_me.id),
    'saved_cards', (select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]') from public.payment_methods m
      where m.user_id = v_me.id),
    'card_consents', (select coalesce(jsonb_agg(to_jsonb(c) order by c.given_at), '[]') from app.card_consents c
      where c.user_id = v_me.id),
    'news_consents', (select coalesce(jsonb_agg(to_jsonb(c) - '{user_id,receiver_hash}'::text[] order by c.id), '[]')
      from app.news_consents c where c.user_id = v_me.id),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(r) - 'created_by' order by r.created_at), '[]')
      from public.refunds r where r.customer_id = v_me.id),
    'payment_requests', (select coalesce(jsonb_agg(to_jsonb(r) - 'created_by' order by r.id), '[]')
      from public.payment_requests r where r.customer_id = v_me.id),
    'fare_corrections', (select coalesce(jsonb_agg(to_jsonb(c) - 'created_by' order by c.id), '[]')
      from public.fare_corrections c where c.customer_id = v_me.id),
    'money_decisions', (select coalesce(jsonb_agg(to_jsonb(d) - array['decided_by', 'reversed_by'] order by d.id),
      '[]') from public.money_decisions d where d.user_id = v_me.id),
    'wallet', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where a.user_id = v_me.id));
end $$;
comment on function public.export_my_data is
  'All data about the caller: {profile, driver, bank_details, tax_details, documents, saved_addresses, bookings, '
  'trips, no_show_fees, cash_reports, cases, ratings, desk_messages, messages, notices, devices, payments, '
  'saved_cards, card_consents, news_consents, refunds, payment_requests, fare_corrections, money_decisions, wallet}, '
  'without other people''s contacts. '
  'Errors: must_login, demo_mode.';
grant execute on function public.export_my_data() to authenticated;

create function app.has_open_withdrawal(user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.withdraw_requests w
    where w.user_id = has_open_withdrawal.user_id and not w.processed and w.rejected_at is null);
end $$;

-- The top-ups that can still be returned to their cards. Providers refuse refunds of older payments.
create function app.returnable_topups(user_id uuid) returns table (payment_id uuid, amount numeric)
language sql stable security definer set search_path = '' as $$
  select r.id, r.amount from (select p.id, p.paid_at, case when p.step > 0 then floor(f.amount / p.step) * p.step
    else f.amount end as amount
    from public.payments p cross join lateral (select p.captured_amount - p.refunded_amount
      - p.disputed_amount as amount) f
    where p.customer_id = returnable_topups.user_id and p.purpose = 'topup' and p.status = 'paid'
      and p.paid_at > app.now() - interval '180 days') r
  where r.amount > 0 order by r.paid_at desc, r.id
$$;

