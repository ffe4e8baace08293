-- What the wallet would pay of a quote, shown before booking.
select no_plan();
create temp table q as select tests.quote('rider') as id;
grant select on q to authenticated, anon;
create function tests.payment_preview() returns text language sql as $$
  select format('%s %s', from_wallet, cash_left) from public.quote_payment((select id from q))
$$;
create function tests.wallet(amount numeric) returns void language plpgsql security definer as $$
begin
  update public.profiles set wallet_balance = amount where id = tests.id('rider');
end $$;
select tests.as_visitor();
select throws_ok($$ select * from public.quote_payment((select id from q)) $$, '42501', null, 'a visitor cannot ask what a wallet would pay');
select tests.act_as('rider2');
select throws_ok($$ select * from public.quote_payment((select id from q)) $$, 'PT404', 'quote_not_found', 'a rider cannot ask for the payment of another rider''s quote');
select tests.as_owner();
update public.fare_quotes set trip_cost = 14.82, cash_unit = 0.05, lines = '[{"key": "base_fare", "amount": 14.82}]' where id = (select id from q);
select tests.act_as('rider');
select is((select wallet_balance from public.quote_payment((select id from q))), (select wallet_balance from public.profiles where id = tests.id('rider')), 'quote_payment returns the balance of the rider''s wallet');
select tests.wallet(0);
select is(tests.payment_preview(), '0 14.80', 'an empty wallet leaves the whole fare in cash, rounded to the cash unit');
select tests.wallet(5);
select is(tests.payment_preview(), '5 9.80', 'a wallet with less than the fare pays its part');
select tests.wallet(14.82);
select is(tests.payment_preview(), '14.82 0.00', 'a wallet with exactly the fare pays it to the cent');
select tests.wallet(100);
select is(tests.payment_preview(), '14.82 0.00', 'a wallet with more than the fare pays only the fare');
select tests.wallet(-3);
select is(tests.payment_preview(), '0 14.80', 'the debt of a wallet is not added to the fare');
select * from finish();
