-- The referral bonus for both sides: paid once, after the first paid trip.
select no_plan();
create function tests.bonus(name text) returns numeric language sql volatile security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.kind = 'referral' and a.user_id = tests.id(bonus.name)
$$;
create temp table earlier as select tests.bonus('rider2') as amount;
select tests.set('bonus', '5'), tests.set('referral_min_km', '0'), tests.set('referral_min_minutes', '0');
update public.profiles p set signup_via_referral = (select r.referral_id from public.profiles r where r.id = tests.id('rider2')) where p.id = tests.id('rider');
-- Excludes earlier rides of the demo's rider.
update public.bookings set customer_id = tests.id('rider3') where customer_id = tests.id('rider');
select tests.ride('PENDING');
select is(tests.bonus('rider'), 0::numeric, 'no referral bonus is paid before the trip is paid');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.bonus('rider'), 5::numeric, 'a referred rider gets the bonus when the trip is paid');
select is(tests.bonus('rider2') - amount, 5::numeric, 'the referrer gets a bonus when the referred rider''s trip is paid') from earlier;
select tests.turn('1 minute'), tests.ride('PAID');
select is(tests.bonus('rider'), 5::numeric, 'a second trip pays the referred rider no second bonus');
select is(tests.bonus('rider2') - amount, 5::numeric, 'a second trip of a referred rider pays the referrer no second bonus') from earlier;
create temp table invited as select count(*) as n from public.profiles p join public.profiles me on me.referral_id = p.signup_via_referral where me.id = tests.id('rider2');
grant select on invited to public;
select tests.act_as('rider2');
select results_eq($$ select bonus, invited, rewarded, earned, left_this_month from public.own_referrals() $$,
  $$ select 5::numeric, n, 1::bigint, 5::numeric, (select s.referral_monthly_cap - 1::bigint from public.settings s) from invited $$, 'a rider reads the number of invited people and the earned bonuses');
select tests.act_as('rider3');
select results_eq($$ select rewarded, earned from public.own_referrals() $$, $$ values (0::bigint, 0::numeric) $$, 'a rider who invited nobody reads zero bonuses');
select tests.as_owner();
select is((select count(*) from public.notices where key = 'referral_paid' and user_id in (tests.id('rider'), tests.id('rider2')) and created_at = app.now() - interval '1 minute'), 2::bigint, 'both sides get a notice of a referral bonus');

update public.profiles p set signup_via_referral = p.referral_id where p.id = tests.id('rider4');
select is(app.due_referrer(jsonb_populate_record(null::public.bookings, jsonb_build_object('id', gen_random_uuid(), 'customer_id', tests.id('rider4')))), null, 'a rider''s own referral code earns no bonus');
set constraints all immediate;
select pass('the ledger balances after referral bonuses');
select * from finish();
