-- The number of a firm's first receipt (settings.receipt_start).
select no_plan();
select tests.set('otp_secure', 'false'), tests.set('receipt_prefix', 'A-');
create function tests.receipt() returns text language plpgsql security definer as $$
begin
  perform tests.turn('1 minute'), tests.ride('PAID'), app.issue_receipts();
  return (select r.number from public.receipts r where r.booking_id = tests.booking());
end $$;
create function tests.year() returns text language sql security definer as $$ select to_char(app.today(), 'YYYY') $$;

select tests.act_as('rider');
select throws_ok($$ select public.update_settings('{"receipt_start": 481}') $$, 'PT403', 'not_allowed', 'a rider cannot set the number of the first receipt');
select tests.act_as('admin');
select throws_ok(format($$ select public.update_settings('{"receipt_start": %s}') $$, n), 'PT422', 'settings_invalid', 'the first receipt cannot have the number ' || n)
from unnest('{0,-1,100000000}'::text[]) n;
select is((public.update_settings('{"receipt_start": "481"}')).receipt_start, 481, 'an owner sets the number of the first receipt');
select is((public.update_settings('{"receipt_start": 482}')).receipt_start, 482, 'before the first receipt the number can be corrected');
select tests.as_owner();
select is(tests.receipt(), 'A-' || tests.year() || '-000482', 'the first receipt has this number');
select is(tests.receipt(), 'A-' || tests.year() || '-000483', 'the next receipt has the next number');
select tests.act_as('admin');
select throws_ok($$ select public.update_settings('{"receipt_start": 900}') $$, 'PT409', 'receipts_issued', 'after the first receipt its number is refused');
select throws_ok($$ update public.settings set receipt_start = 1 where id = 1 $$, 'PT409', 'receipts_issued', 'writing the table does not change it either');
select lives_ok($$ select public.update_settings('{"receipt_start": 482, "receipt_prefix": "B-"}') $$, 'a form that sends the same number is saved');
select tests.as_owner();
select is(tests.receipt(), 'B-' || tests.year() || '-000001', 'another prefix begins with 1');
select tests.set('receipt_prefix', 'A-'), tests.turn('366 days');
select is(tests.receipt(), 'A-' || tests.year() || '-000001', 'another year begins with 1');
select is_empty($$ select 1 from app.receipt_series s join lateral (select count(*) as n, min(r.serial) as first, max(r.serial) as last from public.receipts r
  where r.series = s.series and r.year = s.year) r on true where (r.first, r.last, r.n) is distinct from (s.first, s.last, s.last - s.first + 1) $$, 'no number is missing or used twice');
select * from finish();
