-- Saved cards: stored with their owner's consent, invisible to others, charged by a token that no client can read.
select no_plan();
select tests.as_owner();
select tests.fill_wallet('rider', 0), tests.fill_wallet('rider2', 0);
create function tests.topup_with(who text, card uuid default null, consent text default null) returns uuid language sql volatile security definer as $$
  select (public.create_payment('topup', 'stripe', tests.id(who), null, 25, card => topup_with.card, consent => topup_with.consent) ->> 'id')::uuid
$$;
create function tests.cards_of(who text) returns bigint language plpgsql as $$
declare v_count bigint;
begin
  perform tests.act_as(who);
  select count(*) into v_count from public.payment_methods;
  perform tests.as_owner();
  return v_count;
end $$;

-- Consent
create temp table saving as select tests.topup_with('rider', null, '2026-11') as id;
select results_eq('select user_id, wording, withdrawn_at from app.card_consents', $$ select tests.id('rider'), '2026-11', null::timestamptz $$, 'a card consent stores the rider and the version of the wording');
select is((select public.payment_view(id) ->> 'saves_card' from saving), 'true', 'the payment view tells the adapter to save the card');
select is(public.save_card(id, 'pm_1', 'cus_1', 'Visa', '4242', 8, 2030), null, 'a card is not saved before it paid') from saving;
select tests.record_event(id, 'paid', 25, '{"charge": "ch_1"}') from saving;
create temp table card as select public.save_card(id, 'pm_1', 'cus_1', 'Visa', '4242', 8, 2030) as id from saving;
select results_eq('select brand, last4, exp_month, exp_year, consent_id from public.payment_methods', $$ select 'visa', '4242', 8, 2030, id from saving $$, 'a card is saved with brand, last four digits and expiry');
select is(public.save_card(s.id, 'pm_1', 'cus_1', 'Visa', '4242', 8, 2030), c.id, 'a card that is reported twice is saved once') from saving s, card c;
create temp table plain as select tests.topup_with('rider') as id;
select tests.record_event(id, 'paid', 25, '{"charge": "ch_2"}') from plain;
select is(public.save_card(id, 'pm_2', 'cus_1', 'visa', '1881', 8, 2030), null, 'a card is not saved without consent') from plain;
select throws_ok($$ select tests.topup_with('rider', null, 'yes') $$, 'PT422', 'no_details_error', 'a consent with an invalid wording version is refused');
create temp table odd as select tests.topup_with('rider2', null, '2026-11') as id;
select tests.record_event(id, 'paid', 25, '{"charge": "ch_odd"}') from odd;
select is(public.save_card(id, 'pm_odd', null, 'visa', l, m, y), null, format('a card with the last digits %s and the expiry %s/%s is not saved', l, m, y))
from odd, (values ('42', 8, 2030), ('<b>4', 8, 2030), (null, 8, 2030), ('4242', 13, 2030), ('4242', 8, 30), ('4242', null, 2030)) v (l, m, y);

-- Who can read cards
select is(tests.cards_of('rider'), 1::bigint, 'a rider reads the own card');
select is(tests.cards_of('rider2'), 0::bigint, 'another rider cannot read the card');
select is(tests.cards_of('admin'), 0::bigint, 'an admin cannot read a rider''s card');
select tests.act_as('rider');
select throws_ok($$ select * from app.card_tokens $$, '42501', null, 'a rider cannot read card tokens');
select throws_ok($$ update public.payment_methods set last4 = '0000' $$, '42501', null, 'a rider cannot update a saved card');
select throws_ok(format('select public.payment_card(%L)', gen_random_uuid()), '42501', null, 'a rider cannot call payment_card');
select throws_ok($$ select public.save_card(gen_random_uuid(), 'pm', 'cus', 'visa', '4242', 8, 2030) $$, '42501', null, 'a rider cannot call save_card');
select tests.as_owner();

-- Paying with it
create temp table again as select tests.topup_with('rider', (select id from card)) as id;
select is((select public.payment_view(id) ->> 'has_card' from again), 'true', 'a payment with a saved card is marked as such');
select is((select public.payment_card(id) from again), '{"token": "pm_1", "customer": "cus_1"}'::jsonb, 'the service reads the token and customer of a payment''s card');
select is((select public.payment_view(id)::text like '%pm_1%' from again), false, 'the payment view does not contain the token');
select is((select public.payment_card(id) from plain), null, 'a payment without a saved card has no token');
select throws_ok(format('select tests.topup_with(''rider2'', %L)', id), 'PT404', 'card_not_found', 'a rider cannot pay with another rider''s card') from card;
select throws_ok(format('select public.create_payment(''topup'', ''paypal'', tests.id(''rider''), null, 25, card => %L)', id), 'PT404', 'card_not_found', 'a card cannot be charged by another provider') from card;

-- The same card saved once more
create temp table anew as select tests.topup_with('rider', null, '2026-11') as id;
select tests.record_event(id, 'paid', 25, '{"charge": "ch_3"}') from anew;
select is(public.save_card(a.id, 'pm_3', 'cus_3', 'visa', '4242', 8, 2030), c.id, 'the same card saved again is not listed twice') from anew a, card c;
select is((select public.payment_card(id) ->> 'token' from again), 'pm_3', 'a card saved again is charged with its latest token');
select results_eq($$ select f.token from app.removed_cards f join app.payment_jobs j on j.id = f.job_id and j.kind = 'forget' and j.status = 'queued' $$, $$ values ('pm_1') $$, 'a job tells the provider to forget the card''s earlier token');
select is((select count(*) from app.card_consents where user_id = tests.id('rider') and withdrawn_at is null), 1::bigint, 'a card saved again has one valid consent');

-- Removing it
grant select on card to public;
select tests.act_as('rider2');
select is((select public.remove_card(id) from card), false, 'another rider cannot remove the card');
select tests.act_as('rider');
select is((select public.remove_card(id) from card), true, 'a rider removes the own card');
select is((select public.remove_card(id) from card), false, 'removing a card twice has no effect');
select tests.as_owner();
select is((select count(*) from public.payment_methods), 0::bigint, 'a removed card is deleted');
select is((select count(*) from app.card_tokens), 0::bigint, 'the token of a removed card is deleted');
select is((select count(*) from app.card_consents where user_id = tests.id('rider') and withdrawn_at is null), 0::bigint, 'the consent of a removed card is withdrawn');
select is((select public.payment_card(id) from again), null, 'a payment begun with a removed card has no token');
select is(public.save_card(id, 'pm_3', 'cus_3', 'visa', '4242', 8, 2030), null, 'a repeated webhook does not save a removed card again') from anew;
create temp table taken as select * from public.take_payment_jobs(200) where kind = 'forget';
select bag_eq('select card from taken', $$ values ('{"token": "pm_1", "customer": "cus_1"}'::jsonb), ('{"token": "pm_3", "customer": "cus_3"}') $$, 'a worker gets the tokens that the provider must forget');
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the worker finishes the job that forgets ' || (card ->> 'token')) from taken;
select is((select count(*) from app.removed_cards), 0::bigint, 'a token is deleted here when the provider forgot it');

-- The limit, and deleting the account
create temp table payments as select tests.topup_with('rider2') as id from generate_series(1, 10);
select tests.record_event(id, 'paid', 25, jsonb_build_object('charge', 'ch_' || id)) from payments;
insert into app.card_consents (payment_id, user_id, wording) select id, tests.id('rider2'), '2026-11' from payments;
select public.save_card(id, 'pm_' || id, null, 'visa', lpad(row_number() over (order by id)::text, 4, '0'), 8, 2030) from payments;
select is(tests.cards_of('rider2'), 10::bigint, 'a rider can save ten cards');
select throws_ok($$ select tests.topup_with('rider2', null, '2026-11') $$, 'PT409', 'too_many_cards', 'a rider cannot save an eleventh card');
select is(public.save_card(id, 'pm_11', null, 'visa', '0011', 8, 2030), null, 'an eleventh card is not saved when its payment began before the tenth') from odd;
select tests.act_as('rider2');
select is((select jsonb_array_length(public.export_my_data() -> 'saved_cards')), 10, 'exported personal data contain the saved cards');
select is((select public.export_my_data()::text like '%pm\_%'), false, 'exported personal data contain no card tokens');
select tests.as_owner();
select app.anonymize_person(tests.id('rider2'));
select is((select count(*) from public.payment_methods), 0::bigint, 'the saved cards of a deleted account are deleted');
select is((select count(*) from app.removed_cards), 10::bigint, 'the providers are told to forget the cards of a deleted account');
set constraints all immediate;
select pass('the ledger balances after all card payments');
select * from finish();
