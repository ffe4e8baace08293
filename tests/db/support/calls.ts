/** Calls of every function of the API by every role, for execute.test.ts, bounds.test.ts and suspended.test.ts. */
export const roles = ['anon', 'rider', 'driver', 'fleetadmin', 'admin', 'service'] as const
export type Role = (typeof roles)[number]

/**
 * SQL that creates tests.try_call, which runs a statement as a role and returns the outcome, and a table with the arguments by
 * name (`name`, or `function.name` for one function). Arguments that are missing there keep their default.
 */
export const tryAll = `
  create function tests.try_call(role text, statement text) returns text language plpgsql security definer as $try$
  declare v_rows bigint;
  begin
    perform set_config('request.jwt.claims', case role when 'anon' then '{"role": "anon"}' when 'service' then '{"role": "service_role"}'
      else tests.claims(case role when 'driver' then 'driver2' when 'fleetadmin' then 'fleet' else role end) end, true);
    begin
      execute format('select count(t.answer) from (%s) t (answer)', statement) into v_rows;
      raise sqlstate 'TT000' using message = case when v_rows > 0 then 'served' else 'nothing' end;
    exception when others then
      perform set_config('request.jwt.claims', '', true);
      return case when sqlstate = 'TT000' then sqlerrm when sqlstate like 'PT4__' then 'refused: ' || sqlerrm else sqlstate || ' ' || sqlerrm end;
    end;
  end $try$;
  create temporary table arguments (name text primary key, value text);
  insert into arguments values
    ('booking_id', $$(select id from public.bookings where customer_id = tests.id('rider2') and status = 'STARTED')$$),
    ('assign_driver.booking_id', $$(select id from public.bookings where customer_id = tests.id('rider2') and status = 'NEW')$$),
    ('cancel_booking.booking_id', $$(select id from public.bookings where customer_id = tests.id('rider2') and status = 'NEW')$$),
    ('cancellation_quote.booking_id', $$(select id from public.bookings where customer_id = tests.id('rider2') and status = 'NEW')$$),
    ('refund_booking.booking_id', $$(select id from public.bookings where customer_id = tests.id('rider2') and status = 'COMPLETE')$$),
    ('assign_driver.driver_id', $$tests.id('driver13')$$),
    ('quote_id', $$(select id from public.fare_quotes where customer_id = tests.id('rider2') and used_at is null limit 1)$$),
    ('user_id', $$tests.id('rider2')$$), ('customer_id', $$tests.id('rider2')$$), ('person_id', $$tests.id('rider2')$$),
    ('driver_id', $$tests.id('driver4')$$), ('complete_withdrawal.id', $$(select id from public.withdraw_requests where user_id = tests.id('driver4'))$$),
    ('approve.id', $$tests.asked_approval()$$), ('reject.id', $$tests.asked_approval()$$), ('request_approval.kind', $$'credit'$$),
    ('target_id', $$tests.id('rider2')$$), ('set_staff_role.user_id', $$tests.id('admin3')$$), ('staff_role', $$'support'$$), ('reject_withdrawal.id', $$(select id from public.withdraw_requests where user_id = tests.id('driver4'))$$),
    ('remove_extra.id', $$(select x.id from public.booking_extras x where x.added_by = tests.id('driver4'))$$),
    ('rename_address.id', $$(select id from public.saved_addresses where user_id = tests.id('rider2') limit 1)$$),
    ('finish_outbox.id', '1'), ('retry_payment.job_id', 'tests.stuck_payment()'), ('close_stuck_payment.job_id', 'tests.stuck_payment()'), ('close_stuck_payment.outcome', $$'sent'$$),
    ('record_chargeback.payment_id', 'tests.paid_payment()'), ('record_chargeback.status', $$'open'$$), ('decide_payment_flag.event_id', 'tests.flagged_event()'), ('decide_payment_flag.decision', $$'settle'$$), ('ids', $$array(select id from public.notices where user_id = tests.id('rider2'))$$),
    ('refund_id', $$(select id from public.refunds where customer_id = tests.id('rider2') limit 1)$$),
    ('payment_id', $$(select id from public.payments where customer_id = tests.id('rider2') order by created_at, id limit 1)$$),
    ('document_id', $$(select id from public.driver_documents where driver_id = tests.id('driver4'))$$),
    ('notification_id', '(select id from public.notifications limit 1)'), ('queue.driver', $$(select d from public.drivers d where d.id = tests.id('driver4'))$$),
    ('set_profile_image.path', $$tests.id('rider2') || '/profileImage'$$), ('submit_document.kind', $$'license'$$), ('submit_document.path', $$tests.id('driver4') || '/license'$$), ('expires_on', $$date '2100-01-01'$$),
    ('kind', $$'pickup'$$), ('path', $$'x'$$), ('amount', '1'), ('active', 'true'), ('approved', 'true'), ('stars', '5'), ('verified', 'true'), ('ok', 'true'),
    ('lat', '47.141'), ('lng', '9.52'), ('points', $$'[]'$$), ('south', '47'), ('west', '9'), ('north', '48'), ('east', '10'),
    ('key', $$'toll'$$), ('position', '1'), ('message', $$'Hello'$$), ('code', $$'SNOW'$$), ('payment_mode', $$'cash'$$), ('provider', $$'stripe'$$),
    ('event_id', $$'evt_matrix'$$), ('currency', $$'CHF'$$), ('status', $$'paid'$$), ('reason', $$'because'$$), ('label', $$'Home'$$), ('description', $$'Vaduz, Post'$$),
    ('list_bookings.status', 'null'), ('list_withdrawals.status', 'null'), ('usage_of.kind', $$'promos'$$),
    ('preview_promo.discount_type', $$'flat'$$), ('preview_promo.discount_value', '5'), ('list_people.usertype', $$'rider'$$), ('assignments',
      $$(select jsonb_build_array(jsonb_build_object('booking_id', b.id, 'driver_id', tests.id('driver4'))) from public.bookings b
        where b.customer_id = tests.id('rider2') and b.status = 'NEW')$$), ('patch', $$'{}'$$), ('zone', $$'{}'$$), ('tariff', $$'{"base_fare": 5}'$$), ('rides', $$'[{"distance": 5, "minutes": 12}]'$$),
    ('run_id', '(select id from public.payout_runs limit 1)'), ('entries', $$'[{"reference": "matrix", "amount": "1", "currency": "CHF", "booked_on": "2026-01-02"}]'$$),
    ('lines', $$'[]'$$), ('add_driver_charge.kind', $$'rent'$$), ('year', '2026'), ('details', $$'{}'$$), ('set_tax_details.details', $$'{"tax_country": "LI"}'$$),
    ('line_ref', $$'nothing'$$), ('as_what', $$'fees'$$), ('token', $$'token-of-matrix' || repeat('x', 40)$$), ('platform', $$'ANDROID'$$), ('bank_name', $$'LLB'$$), ('bank_code', $$''$$), ('bank_account', $$'LI21'$$),
    ('first_name', $$'Ada'$$), ('last_name', $$'Crowd'$$), ('email', $$'rider2@hackney.test'$$), ('update_profile.email', 'null'), ('error', 'null'), ('attempt', '1'),
    ('limit_count', '1'), ('bucket', $$'matrix'$$), ('vehicle_shifts.vehicle_id', 'tests.shared_vehicle()'), ('free_vehicle.vehicle_id', 'tests.shared_vehicle()'), ('window_secs', '60'), ('referral_id', $$'XXXXX'$$),
    ('quote', $$tests.order()$$)`

/** One call of each function by each role: whether the role may execute it, and the outcome. */
export const callEverything = `
  with calls as (
    select p.oid, p.proname::text as name, format('select public.%I(%s)', p.proname, string_agg(format('%I => %s', a.name,
        coalesce(own.value, shared.value, 'null')), ', ') filter (where own.value is not null or shared.value is not null or a.place <= p.pronargs - p.pronargdefaults)) as statement
    from pg_proc p left join unnest(p.proargnames) with ordinality a (name, place) on a.place <= p.pronargs
    left join arguments own on own.name = p.proname || '.' || a.name left join arguments shared on shared.name = a.name
    where p.pronamespace = 'public'::regnamespace and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    group by p.oid)
  select c.name, r.role, e.may, case when e.may then tests.try_call(r.role, c.statement) else 'no grant' end as outcome, c.statement
  from calls c cross join unnest('{anon,rider,driver,fleetadmin,admin,service}'::text[]) r (role)
  cross join lateral (select has_function_privilege(case r.role when 'anon' then 'anon' when 'service' then 'service_role' else 'authenticated' end,
    c.oid, 'execute') as may) e
  order by c.name, r.role`

export interface Outcome {
  name: string
  role: Role
  may: boolean
  outcome: string
  statement: string
}
